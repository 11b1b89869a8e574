import type { NewAccount } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { clearingAccount } from '../card-payments/index.ts'
import { closeException, type ExceptionKind } from '../exceptions/index.ts'
import { tryPost, unit } from './accounts.ts'
import { applyAdvice, type ApplyDeps } from './apply-advice.ts'
import { lockAdvice, lockSettlement, selectAdviceNumber, selectUnmatchedLines, updateVerdicts } from './store-advices.ts'
import { insertCorrection, type NewCorrection, selectUnsettled } from './store-bookings.ts'

/** What the card company owes us for a charge and never pays, or owes us less for; below zero what we owe for a refund. */
export interface CardCorrection extends Pick<NewCorrection, 'kind' | 'key' | 'amount'> {
  /** The line that settles the rest. */
  settledBy: { advice: number; line: number } | undefined
  closes: { kind: ExceptionKind; ref: string }
}

/** A line of an advice that has another amount than our charge or refund. */
export async function lockOtherAmount(tx: Tx, reference: string, number: number): Promise<CardCorrection | Refusal<'NOT_FOUND'>> {
  await lockSettlement(tx)
  const adviceNumber = await selectAdviceNumber(tx, reference)
  const advice = adviceNumber === undefined ? undefined : await lockAdvice(tx, adviceNumber)
  const line = advice && (await selectUnmatchedLines(tx, advice.number)).find((other) => other.line === number)
  if (line?.verdict !== 'other-amount' || line.bookedAmount === null || line.isSettled) return refuse('NOT_FOUND')
  const closes = { kind: 'card-advice-line-amount' as const, ref: `${reference}:${number}` }
  return { kind: line.kind, key: line.key, amount: line.bookedAmount - line.amount, settledBy: { advice: advice!.number, line: number }, closes }
}

/** A charge or refund that no advice settles. */
export async function lockUnsettled(tx: Tx, key: string): Promise<CardCorrection | Refusal<'NOT_FOUND'>> {
  await lockSettlement(tx)
  const owed = await selectUnsettled(tx, key)
  return owed ? { ...owed, key, settledBy: undefined, closes: { kind: 'card-advice-line-missing', ref: key } } : refuse('NOT_FOUND')
}

/** Takes the amount from the debt of the company; `to` bears it. A line that settles the rest is booked as soon as it is paid. */
export async function correctCard(
  tx: Tx,
  deps: ApplyDeps,
  { settledBy, closes, ...correction }: CardCorrection,
  { id, to, at }: { id: string; to: NewAccount; at: Date },
): Promise<Refusal<'LEDGER_REFUSED'> | undefined> {
  const names = { reference: `card-correction:${id}`, kind: 'card.correction', subject: `card-${correction.kind}:${correction.key}` }
  const posting = await tryPost(tx, deps.ledger, { ...names, debit: to, credit: clearingAccount(unit), amount: correction.amount })
  if (typeof posting !== 'bigint') return posting
  await insertCorrection(tx, { ...correction, id, ledgerAccount: to.id, posting }, at)
  await closeException(tx, { ...closes, at })
  if (!settledBy) return undefined
  await updateVerdicts(tx, settledBy.advice, [{ line: settledBy.line, verdict: 'matched' }])
  await applyAdvice(tx, deps, settledBy.advice)
  return undefined
}
