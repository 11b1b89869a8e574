import type { Liveness } from '@nikau/contract/amounts'
import { defaultWalletType } from '@nikau/contract/asset-display'
import type { FundsTransferFailure } from '@nikau/contract/funds-transfers'
import type { OneOffBank } from '@nikau/contract/one-off-payments'
import type { Group, Ledger, NewAccount } from '@nikau/ledger'
import type { Cents } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { ledgerAccountOf, livenessOf } from '../assets/index.ts'
import { checkQuota, consume, type QuotaDeps, quotaExceeded, withConsumption } from '../quotas/index.ts'
import { recordMovements, walletFor } from '../wallets/index.ts'
import { failedNotification, notify, reversedNotification } from './notifications.ts'
import { postReversal } from './reversal-postings.ts'
import { referenceOf } from './rules.ts'
import { insertTransfer, lockTransfer, type TransferRow, updateTransfer } from './store.ts'

// Top-ups that their owner has approved at the bank. The pay-by-bank module decides what the bank has done; here is what that does to
// the transfer, the quota and the wallet. Each runs once, in the transaction that locks and changes the payment.

export interface ApprovedTopUp {
  id: string
  accountId: string
  walletId: string
  personId: string
  bank: OneOffBank
  liveness: Liveness
  amount: Cents
  createdAt: Date
}

/** The wallet to top up, if the person may and the amount is within the quotas now. */
export async function walletForTopUp(
  tx: Tx,
  deps: QuotaDeps,
  person: Person,
  { walletId, amount }: { walletId: string; amount: Cents },
): Promise<{ id: string; accountId: string; type: string } | Refusal<'FORBIDDEN' | 'INVALID_WALLET_TYPE' | 'QUOTA_EXCEEDED'>> {
  const wallet = await walletFor(tx, person, walletId)
  if (!wallet) return refuse('FORBIDDEN')
  if (wallet.settlement || wallet.status !== 'active' || wallet.type !== defaultWalletType(livenessOf(wallet.type))) return refuse('INVALID_WALLET_TYPE')
  return (await checkQuota(tx, deps, { accountId: wallet.accountId, type: 'topup', assetType: wallet.type, amount })) ?? wallet
}

/** The owner has approved it: it counts against the quota, and is on its way. No money moves yet. */
export async function startApproved(tx: Tx, deps: QuotaDeps, topUp: ApprovedTopUp, at: Date): Promise<Refusal<'QUOTA_EXCEEDED'> | undefined> {
  const { id, accountId, walletId, amount, liveness } = topUp
  const counted = await consume(tx, deps, { accountId, type: 'topup', assetType: defaultWalletType(liveness), amount })
  const group: Group = { reference: `approved:${id}`, kind: 'topup.requested', subject: `funds-transfer:${id}`, operations: [] }
  const [outcome] = await deps.ledger.postInTransaction(tx, [withConsumption(group, counted)])
  if (outcome?.outcome !== 'accepted') {
    const refused = outcome && (await quotaExceeded(tx, counted, outcome))
    if (refused) return refused
    throw new Error(`top-up refused by the ledger: ${JSON.stringify(outcome)}`)
  }
  const { posting } = outcome
  await recordMovements(tx, [{ posting, movement: { topupId: id, destWalletId: walletId, quota: counted.quota, counted: counted.counted } }])
  await insertTransfer(tx, {
    id,
    type: 'topup',
    accountId,
    walletId,
    liveness,
    amount,
    posting,
    bankAccountId: null,
    code: null,
    bank: topUp.bank,
    reference: referenceOf('topup', id),
    by: topUp.personId,
    at: topUp.createdAt,
    sentAt: at,
  })
  return undefined
}

/** The bank has paid: the money is in the wallet. Undefined, with nothing done, when the wallet takes none. */
export async function creditApproved(tx: Tx, { ledger }: { ledger: Ledger }, id: string, clearing: NewAccount, at: Date): Promise<bigint | undefined> {
  const { walletId, amount, maskedNumber } = await lockApproved(tx, id)
  const to = ledgerAccountOf(walletId)
  const group: Group = {
    reference: `settle:${id}`,
    kind: 'topup.settle',
    subject: `funds-transfer:${id}`,
    operations: [{ op: 'transfer', from: clearing.id, to, amount }],
  }
  const [outcome] = await ledger.postInTransaction(tx, [group])
  if (outcome?.outcome === 'refused' && outcome.account === to) return undefined
  if (outcome?.outcome !== 'accepted') throw new Error(`top-up was not posted: ${JSON.stringify(outcome)}`)
  await recordMovements(tx, [{ posting: outcome.posting, movement: { topupId: id, destWalletId: walletId, srcParty: maskedNumber } }])
  await updateTransfer(tx, id, { status: 'done', settledAt: at, doneAt: at }, at)
  return outcome.posting
}

/** Its owner sees the outcome on the page that the bank returns to; only one who has left it by now is sent a message. */
const onPageMs = 60_000

/** The bank has not paid, or the wallet took no money: the quota is restored. */
export async function failApproved(tx: Tx, { ledger }: { ledger: Ledger }, id: string, failure: FundsTransferFailure, at: Date): Promise<void> {
  const transfer = await lockApproved(tx, id)
  const { balance } = await postReversal(tx, ledger, transfer, 'fail')
  await updateTransfer(tx, id, { status: 'failed', failure, failedAt: at }, at)
  if (at.getTime() - transfer.sentAt!.getTime() > onPageMs) await notify(tx, transfer.createdBy, failedNotification({ ...transfer, failure }, balance))
}

/** The bank rejects what it had called paid: the money leaves the wallet, even if its balance goes below zero. */
export async function reverseApproved(tx: Tx, { ledger }: { ledger: Ledger }, id: string, clearing: NewAccount, at: Date): Promise<void> {
  const transfer = await lockApproved(tx, id)
  const { balance } = await postReversal(tx, ledger, transfer, 'reverse', clearing)
  await updateTransfer(tx, id, { status: 'done', reversedAt: at }, at)
  await notify(tx, transfer.createdBy, reversedNotification(transfer, balance))
}

async function lockApproved(tx: Tx, id: string): Promise<TransferRow> {
  const transfer = await lockTransfer(tx, id)
  if (!transfer || transfer.bank === null) throw new Error(`top-up ${id} was not approved`)
  return transfer
}
