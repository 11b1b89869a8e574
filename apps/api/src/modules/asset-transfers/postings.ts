import type { createAssetTransfer } from '@nikau/contract/asset-transfers'
import { balanceRefusal } from '@nikau/contract/funds-transfers'
import type { RefusalOf } from '@nikau/contract'
import { assertPosted, balance, type Group, type Ledger, type Operation } from '@nikau/ledger'
import { type Cents, cents } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import * as z from 'zod/mini'
import { Refusal, refuse } from '../../http/refusal.ts'
import { giveToken, issuerLiabilityOf, ledgerAccountOf, moveTokenToEscrow, returnToken, unitOf } from '../assets/index.ts'
import { type OwnLimitDeps, ownLimitExceeded, planOwnLimits, restoreOwnLimits } from '../own-limits/index.ts'
import { consume, type QuotaDeps, quotaExceeded, restore, withConsumption } from '../quotas/index.ts'
import { recordMovements } from '../wallets/index.ts'
import { escrowAccountOf } from './rules.ts'
import type { Recipient, ReturnStatus, SourceAsset, TransferRow } from './store.ts'

type Refused = RefusalOf<typeof createAssetTransfer>

export type PostingDeps = QuotaDeps & OwnLimitDeps

export interface Send {
  id: string
  reference: string
  source: SourceAsset
  senderName: string
  maskedAlias: string
  firstTime: boolean
  at: Date
  /** Who has it at once. Without, it goes to escrow. */
  recipient: Recipient | undefined
}

/** Money leaves the wallet for the recipient's or for escrow, and counts against the sender's own limits and quota. */
export async function postMoney(tx: Tx, deps: PostingDeps, send: Send & { value: Cents }): Promise<bigint | Refusal<Refused>> {
  const { source, recipient, value } = send
  const { accountId, type: assetType } = source
  const from = ledgerAccountOf(source.id)
  const to = recipient ? ledgerAccountOf(recipient.assetId) : await openEscrow(tx, deps.ledger, send, unitOf(assetType), value)
  const own = await planOwnLimits(tx, deps, { accountId, assetType, amount: value, use: 'send', firstTime: send.firstTime, at: send.at })
  if (own instanceof Refusal) return own
  const counted = await consume(tx, deps, { accountId, type: 'spend', assetType, amount: value })
  // The ledger refuses by the first operation that it cannot make: own limits come before the quota.
  const group = groupOf(send, [{ op: 'transfer', from, to, amount: value }, ...own.operations])
  const [outcome] = await deps.ledger.postInTransaction(tx, [withConsumption(group, counted)])
  if (outcome?.outcome === 'accepted') {
    const movement = {
      assetTransferId: send.id,
      srcWalletId: source.id,
      ...(recipient && { destWalletId: recipient.assetId, srcParty: send.senderName }),
      destParty: send.maskedAlias,
      quota: counted.quota,
      counted: counted.counted,
    }
    await recordMovements(tx, [{ posting: outcome.posting, movement }])
    return outcome.posting
  }
  if (outcome?.outcome === 'refused' && outcome.code === 'insufficient') {
    const { available } = (await balance(tx, from))!
    return refuse('INSUFFICIENT_WALLET_BALANCE', z.encode(balanceRefusal, { available: cents(available) }))
  }
  const exceeded = outcome && ((await ownLimitExceeded(tx, outcome)) ?? (await quotaExceeded(tx, counted, outcome)))
  if (exceeded) return exceeded
  throw new Error(`send refused by the ledger: ${JSON.stringify(outcome)}`)
}

/** The token's unit goes to escrow, and straight back into the same account if the recipient has it at once. */
export async function postToken(tx: Tx, deps: { ledger: Ledger }, send: Send): Promise<bigint | Refusal<'INACTIVE_ASSET'>> {
  const { source, recipient } = send
  const token = ledgerAccountOf(source.id)
  const escrow = await openEscrow(tx, deps.ledger, send, issuerLiabilityOf(source.collectionId!).unit, 1n)
  const operations: Operation[] = [{ op: 'transfer', from: token, to: escrow, amount: 1n }]
  if (recipient) operations.push({ op: 'transfer', from: escrow, to: token, amount: 1n }, { op: 'close', account: escrow })
  const [outcome] = await deps.ledger.postInTransaction(tx, [groupOf(send, operations)])
  if (outcome?.outcome !== 'accepted') return refuse('INACTIVE_ASSET')
  const { posting } = outcome
  const sent = { assetId: source.id, accountId: source.accountId, posting, at: send.at }
  if (!(await moveTokenToEscrow(tx, { ...sent, party: send.maskedAlias }))) return refuse('INACTIVE_ASSET')
  if (recipient) await giveToken(tx, { ...sent, recipientAccountId: recipient.accountId, party: send.senderName })
  return posting
}

/** Escrow goes to the recipient. The caller has locked the transfer. */
export async function postClaim(tx: Tx, ledger: Ledger, transfer: TransferRow, recipient: Recipient, at: Date): Promise<bigint> {
  const { id, senderAccountId: accountId, senderName } = transfer
  const posting = await settleEscrow(tx, ledger, transfer, { kind: 'send.claim', how: 'claimed', to: ledgerAccountOf(recipient.assetId) })
  if (transfer.category === 'money')
    await recordMovements(tx, [{ posting, movement: { assetTransferId: id, destWalletId: recipient.assetId, srcParty: senderName } }])
  else await giveToken(tx, { assetId: transfer.assetId, accountId, recipientAccountId: recipient.accountId, party: senderName, posting, at })
  return posting
}

/**
 * Escrow goes back to the sender, with quota and own limits in the periods in which they were used. The unit of a token that has
 * expired meanwhile goes to its issuer, because the token's account is closed; so does that of one that its issuer sent. The caller has locked the transfer.
 */
export async function postReturn(tx: Tx, ledger: Ledger, transfer: TransferRow, how: ReturnStatus, at: Date): Promise<bigint> {
  const { id, senderAccountId: accountId, assetId, maskedAlias, tokenExpiresAt } = transfer
  if (transfer.category === 'token') {
    const isOver = transfer.issued || (tokenExpiresAt !== null && tokenExpiresAt <= at)
    const to = isOver ? issuerLiabilityOf(transfer.collectionId!).id : ledgerAccountOf(assetId)
    const posting = await settleEscrow(tx, ledger, transfer, { kind: 'send.return', how, to })
    await returnToken(tx, { assetId, accountId, party: maskedAlias, posting, at }, isOver)
    return posting
  }
  const value = cents(transfer.value!)
  const restored = await restore(tx, transfer.posting, value)
  if (!restored) throw new Error('the transfer consumed no quota')
  const counters = [...(await restoreOwnLimits(tx, transfer.posting, value)), ...restored.operations]
  const posting = await settleEscrow(tx, ledger, transfer, { kind: 'send.return', how, to: ledgerAccountOf(assetId), counters })
  const { quota, counted } = restored
  await recordMovements(tx, [{ posting, movement: { assetTransferId: id, returned: true, destWalletId: assetId, srcParty: maskedAlias, quota, counted } }])
  return posting
}

async function openEscrow(tx: Tx, ledger: Ledger, { id, source }: Send, unit: string, ceiling: bigint): Promise<string> {
  const escrow = escrowAccountOf(id)
  await ledger.openAccount(tx, { id: escrow, unit, kind: 'escrow', owner: source.accountId, floor: 0n, ceiling })
  return escrow
}

function groupOf({ id, reference, recipient }: Send, operations: Operation[]): Group {
  return { reference, kind: recipient ? 'send.direct' : 'send.escrow', subject: `asset-transfer:${id}`, operations }
}

/** Claim and return share one reference, so that the ledger accepts one of them at most. */
async function settleEscrow(
  tx: Tx,
  ledger: Ledger,
  transfer: TransferRow,
  { kind, how, to, counters = [] }: { kind: string; how: string; to: string; counters?: Operation[] },
): Promise<bigint> {
  const escrow = escrowAccountOf(transfer.id)
  const operations: Operation[] = [{ op: 'transfer', from: escrow, to, amount: transfer.value ?? 1n }, ...counters, { op: 'close', account: escrow }]
  const outcomes = await ledger.postInTransaction(tx, [
    { reference: `asset-transfer:${transfer.id}:settle`, kind, subject: `asset-transfer:${transfer.id}:${how}`, operations },
  ])
  assertPosted(outcomes)
  const [outcome] = outcomes
  if (outcome?.outcome !== 'accepted') throw new Error('the transfer was settled before')
  return outcome.posting
}
