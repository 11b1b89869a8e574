import { z } from 'zod'
import { Refusal, refuse } from '../../../http/refusal.ts'
import { bookReceipt, correctCard, lockOpenBill, lockOtherAmount, lockUnbooked, lockUnsettled, type ReceiptPart, writeOffBill } from '../../receipts/index.ts'
import { act, type Plan } from '../act.ts'
import { lossesAccount, ownAccount, unclaimedAccount } from '../accounts.ts'

const accounts = { unclaimed: unclaimedAccount, own: ownAccount, losses: lossesAccount } as const
const to = z.enum(['unclaimed', 'own', 'losses'])
const reference = z.string().min(1).max(40)
const line = z.int().positive()

const planOf = (subject: string, amount: bigint, debit: string): Plan => {
  const size = amount < 0n ? -amount : amount
  return { subject, money: { unit: 'nzd.main', amount: size, debit }, madeFor: { amount: String(amount) } }
}

const partOf = (content: z.output<typeof receiptContent>): ReceiptPart =>
  'transaction' in content
    ? {
        account: content.transaction.slice(0, content.transaction.indexOf(':')),
        transactionId: content.transaction.slice(content.transaction.indexOf(':') + 1),
      }
    : content

const receiptContent = z.union([
  z.strictObject({ reference, line: line.optional(), to }),
  /** Account and number of the bank transaction, as the exception of a surplus names it. */
  z.strictObject({
    transaction: z
      .string()
      .regex(/^[^:]+:.+$/)
      .max(100),
    to,
  }),
])

/**
 * Books money of a partner that belongs to no charge and no bill: it waits for whoever it belongs to, or is ours. What a partner has
 * paid too little is taken from the account instead.
 */
export const bookReceiptAct = act({
  content: receiptContent,
  async plan(tx, _deps, content) {
    const unbooked = await lockUnbooked(tx, partOf(content))
    if (unbooked instanceof Refusal) return unbooked
    const debit = unbooked.amount > 0n ? 'bank' : accounts[content.to].id
    return planOf(`receipt:${unbooked.reference}`, unbooked.amount, debit)
  },
  async perform(tx, deps, content, { proposalId: id, at }) {
    const unbooked = await lockUnbooked(tx, partOf(content))
    if (unbooked instanceof Refusal) return unbooked
    return (await bookReceipt(tx, deps, unbooked, { id, to: accounts[content.to], at })) ?? { amount: String(unbooked.amount) }
  },
})

/** The amount that the company settles for a charge or refund is right, and ours was not: we bear the difference. */
export const acceptCardLineAct = act({
  content: z.strictObject({ reference, line, to: to.default('losses') }),
  async plan(tx, _deps, content) {
    const other = await lockOtherAmount(tx, content.reference, content.line)
    return other instanceof Refusal ? other : planOf(`card-line:${other.key}`, other.amount, accounts[content.to].id)
  },
  async perform(tx, deps, content, { proposalId: id, at }) {
    const other = await lockOtherAmount(tx, content.reference, content.line)
    if (other instanceof Refusal) return other
    return (await correctCard(tx, deps, other, { id, to: accounts[content.to], at })) ?? { amount: String(other.amount) }
  },
})

/** The company never settles a charge: it is our loss. A refund that it never settles is our gain. */
export const writeOffCardLineAct = act({
  content: z.strictObject({ key: z.string().min(1).max(100) }),
  async plan(tx, _deps, { key }) {
    const owed = await lockUnsettled(tx, key)
    return owed instanceof Refusal ? owed : planOf(`card-line:${key}`, owed.amount, lossesAccount.id)
  },
  async perform(tx, deps, { key }, { proposalId: id, at }) {
    const owed = await lockUnsettled(tx, key)
    if (owed instanceof Refusal) return owed
    return (await correctCard(tx, deps, owed, { id, to: lossesAccount, at })) ?? { amount: String(owed.amount) }
  },
})

/** An issuer never pays what is open on its bill. */
export const writeOffBillAct = act({
  content: z.strictObject({ billId: z.string().min(1).max(100) }),
  async plan(tx, _deps, { billId }) {
    const bill = await lockOpenBill(tx, billId)
    return bill ? { ...planOf(`issuer-bill:${billId}`, bill.open, lossesAccount.id), accountId: bill.issuerAccountId } : refuse('NOT_FOUND')
  },
  async perform(tx, deps, { billId }, { proposalId: id, at }) {
    const bill = await lockOpenBill(tx, billId)
    if (!bill) return refuse('NOT_FOUND')
    return (await writeOffBill(tx, deps, bill, { id, to: lossesAccount, at })) ?? { amount: String(bill.open) }
  },
})
