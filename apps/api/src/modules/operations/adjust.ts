import type { AdjustmentWords } from '@nikau/contract/wallet-activity'
import type { Balance, Operation } from '@nikau/ledger'
import { cents, format } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { emailOwners, selectOwnerContacts } from '../accounts/index.ts'
import { recordMovements } from '../wallets/index.ts'
import type { OperationsDeps } from './act.ts'
import { insertAdjustment } from './store-adjustments.ts'

export interface NewAdjustment {
  /** Of the proposal, or of what a rule was applied to: nothing is posted twice. */
  id: string
  /** Null for what a rule does without operators. */
  proposalId: string | null
  from: Balance
  to: Balance
  amount: bigint
  /** What the owner of a wallet reads. */
  words: AdjustmentWords
  /** What it is about, in the ledger. */
  subject: string
  /** The debited account takes nothing more. */
  closes?: boolean
  at: Date
}

/** Posts and records an adjustment. It shows in the activity of the wallets that it touches, and their owners get an email. */
export async function postAdjustment(
  tx: Tx,
  { ledger }: Pick<OperationsDeps, 'ledger'>,
  { id, proposalId, from, to, amount, words, subject, closes = false, at }: NewAdjustment,
): Promise<bigint | Refusal<'LEDGER_REFUSED'>> {
  const reference = `adjustment:${id}`
  const operations: Operation[] = [{ op: 'transfer', from: from.id, to: to.id, amount }]
  if (closes) operations.push({ op: 'close', account: from.id })
  const [outcome] = await ledger.postInTransaction(tx, [{ reference, kind: 'adjustment', subject, operations }])
  if (outcome?.outcome !== 'accepted') return refuse('LEDGER_REFUSED', { reason: outcome?.outcome === 'refused' ? outcome.code : 'replay' })
  const { posting } = outcome
  await insertAdjustment(tx, { id, proposalId, unit: from.unit, debit: from.id, credit: to.id, amount, words, posting, at })
  await tellOwners(tx, { id, from, to, amount, words, posting })
  return posting
}

export const isWallet = (kind: string) => kind === 'wallet' || kind === 'settlement'
const walletOf = ({ id, kind }: Balance) => (isWallet(kind) ? id.slice('asset:'.length) : undefined)

const ownerTexts: Readonly<Record<Exclude<AdjustmentWords, 'account-closed'>, string>> = {
  correction: 'a correction',
  goodwill: 'a goodwill payment',
  'fee-refund': 'a refund of fees',
  recovery: 'the recovery of an amount that was owed',
  'write-off': 'an amount that we have written off',
}

async function tellOwners(
  tx: Tx,
  { id, from, to, amount, words, posting }: Pick<NewAdjustment, 'id' | 'from' | 'to' | 'amount' | 'words'> & { posting: bigint },
): Promise<void> {
  const [srcWalletId, destWalletId] = [walletOf(from), walletOf(to)]
  if (srcWalletId === undefined && destWalletId === undefined) return
  const parties = { ...(srcWalletId && { srcWalletId, destParty: 'Nikau' }), ...(destWalletId && { destWalletId, srcParty: 'Nikau' }) }
  await recordMovements(tx, [{ posting, movement: { adjustmentId: id, ...parties } }])
  if (words === 'account-closed') return // told once, with where it goes
  for (const [account, verb] of [
    [from, 'taken from'],
    [to, 'added to'],
  ] as const) {
    // prettier-ignore
    if (!isWallet(account.kind) || account.owner === null) continue
    const owners = (await selectOwnerContacts(tx, [account.owner])).get(account.owner) ?? []
    await emailOwners(tx, owners, {
      key: `adjustment:${id}:${account.owner}`,
      purpose: 'adjustment',
      subject: `${format(cents(amount))} was ${verb} your wallet`,
      body: `We have ${verb} your wallet ${format(cents(amount))}: ${ownerTexts[words]}. You find it in your activity. If you do not know what it is about, contact us.`,
    })
  }
}
