import type { NewAccount } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { closeException, type ExceptionKind } from '../exceptions/index.ts'
import { tryPostReceipt } from './accounts.ts'
import { applyAdvice, type ApplyDeps } from './apply-advice.ts'
import { lockAdvice, lockSettlement, selectAdviceNumber, selectLine, updateVerdicts } from './store-advices.ts'
import { insertBooking, lockSurplus, type NewBooking, selectReceived } from './store-bookings.ts'

/** Money on our bank account that is not booked: of a payment of the card company, of one line of its advice, or an issuer's surplus. */
export type ReceiptPart = { reference: string; line?: number | undefined } | { account: string; transactionId: string }

export interface UnbookedPart extends Pick<NewBooking, 'reference' | 'line' | 'receipt' | 'amount'> {
  /** The number of the advice that has to be looked at again. */
  advice: number | undefined
  closes: { kind: ExceptionKind; ref: string }[]
}

type Refused = 'NOT_FOUND' | 'NOT_PAID' | 'NOTHING_UNBOOKED'

/** How much of it is not booked. Below zero where the company has paid less than its advice says, or takes money for a line that is not ours. */
export async function lockUnbooked(tx: Tx, part: ReceiptPart): Promise<UnbookedPart | Refusal<Refused>> {
  await lockSettlement(tx)
  if ('account' in part) {
    const surplus = await lockSurplus(tx, part)
    const closes = [{ kind: 'issuer-receipt-surplus' as const, ref: `${part.account}:${part.transactionId}` }]
    return surplus ? { ...surplus, line: null, receipt: part, advice: undefined, closes } : refuse('NOTHING_UNBOOKED')
  }
  const { reference } = part
  const number = await selectAdviceNumber(tx, reference)
  const advice = number === undefined ? undefined : await lockAdvice(tx, number)
  if (part.line !== undefined) {
    const line = advice && (await selectLine(tx, advice.number, part.line))
    if (!advice || !line) return refuse('NOT_FOUND')
    if (line.verdict !== 'unknown') return refuse('NOTHING_UNBOOKED', { verdict: line.verdict })
    // Until then its money is not here.
    if (advice.settledAt === null) return refuse('NOT_PAID')
    const closes = [{ kind: 'card-advice-line-unknown' as const, ref: `${reference}:${line.line}` }]
    return { reference, line: line.line, receipt: null, amount: line.amount, advice: advice.number, closes }
  }
  const received = await selectReceived(tx, reference)
  if (!advice && received === undefined) return refuse('NOT_FOUND')
  const amount = advice ? advice.credited - advice.net : received!
  const closes = [{ kind: 'card-receipt-without-advice' as const, ref: reference }]
  return amount === 0n ? refuse('NOTHING_UNBOOKED') : { reference, line: null, receipt: null, amount, advice: advice?.number, closes }
}

/** Books it to an account of ours, or from it when it is below zero, under the id of the operators' proposal. */
export async function bookReceipt(
  tx: Tx,
  deps: ApplyDeps,
  part: UnbookedPart,
  { id, to, at }: { id: string; to: NewAccount; at: Date },
): Promise<Refusal<'LEDGER_REFUSED'> | undefined> {
  const { advice, closes, ...booking } = part
  const names = { reference: `booked-receipt:${id}`, kind: 'receipt.booked', subject: `receipt:${part.reference}` }
  const posting = await tryPostReceipt(tx, deps.ledger, { ...names, owed: to, amount: part.amount })
  if (typeof posting !== 'bigint') return posting
  await insertBooking(tx, { ...booking, id, ledgerAccount: to.id, posting }, at)
  for (const exception of closes) await closeException(tx, { ...exception, at })
  if (advice !== undefined && part.line !== null) await updateVerdicts(tx, advice, [{ line: part.line, verdict: 'booked' }])
  else if (advice !== undefined) await applyAdvice(tx, deps, advice)
  return undefined
}
