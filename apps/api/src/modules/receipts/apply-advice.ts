import type { Tx } from '@nikau/runtime'
import { clearingAccount } from '../card-payments/index.ts'
import { closeException, raiseException, raiseRecurring } from '../exceptions/index.ts'
import { postReceipt, unit } from './accounts.ts'
import type { CardReceiptDeps } from './deps.ts'
import { type LineVerdict, verdictOf } from './rules.ts'
import {
  type AdviceRow,
  lockAdvice,
  lockSettlement,
  markBooked,
  selectUnbooked,
  selectUnmatchedLines,
  type UnmatchedLine,
  updateCredited,
  updateVerdicts,
} from './store-advices.ts'

export type ApplyDeps = Pick<CardReceiptDeps, 'ledger' | 'clock'>

/**
 * Compares the lines of an advice with our charges and refunds, and its sum with our statements. Once they show exactly its sum, its
 * matched lines are booked; a line that is matched later is booked then. Lines that are not ours stay unbooked: their exception says
 * so. Safe to repeat: everything changes under the lock of the advice.
 */
export async function applyAdvice(tx: Tx, deps: ApplyDeps, number: number): Promise<void> {
  await lockSettlement(tx)
  const advice = await lockAdvice(tx, number)
  if (!advice) return
  const at = deps.clock.now()
  await matchLines(tx, advice, at)
  if (await compareCredit(tx, advice, at)) await bookLines(tx, deps, advice, at)
}

const lineExceptions = { unknown: 'card-advice-line-unknown', 'other-amount': 'card-advice-line-amount' } as const

async function matchLines(tx: Tx, advice: AdviceRow, at: Date): Promise<void> {
  const settled = new Set<string>()
  const changed: { line: number; verdict: LineVerdict }[] = []
  for (const line of await selectUnmatchedLines(tx, advice.number)) {
    const own = `${line.kind} ${line.key}`
    const verdict = compare(line, settled.has(own))
    if (verdict === 'matched') settled.add(own)
    if (verdict !== line.verdict) changed.push({ line: line.line, verdict })
    await tellOfLine(tx, advice, line, verdict, at)
  }
  if (changed.length > 0) await updateVerdicts(tx, advice.number, changed)
}

type Verdict = Exclude<LineVerdict, 'booked'>

function compare({ amount, reference, bookedAmount, bookedReference, isSettled }: UnmatchedLine, isRepeated: boolean): Verdict {
  const booked = bookedAmount === null || bookedReference === null ? undefined : { amount: bookedAmount, reference: bookedReference }
  return verdictOf({ amount, reference, booked, isSettled: isSettled || isRepeated })
}

/** One exception per line that is not ours as it stands; it closes itself when the line is matched. */
async function tellOfLine(tx: Tx, advice: AdviceRow, line: UnmatchedLine, verdict: Verdict, at: Date): Promise<void> {
  const ref = `${advice.reference}:${line.line}`
  for (const other of ['unknown', 'other-amount'] as const) if (other !== verdict) await closeException(tx, { kind: lineExceptions[other], ref, at })
  if (verdict !== 'unknown') await closeException(tx, { kind: 'card-advice-line-missing', ref: line.key, at })
  if (verdict === 'matched') return
  const amount = verdict === 'unknown' ? line.amount : line.amount - line.bookedAmount!
  const refs = { advice: advice.reference, line: String(line.line), key: line.key }
  await raiseException(tx, { kind: lineExceptions[verdict], ref, money: { unit, amount }, refs, at })
}

/** True once the statements have shown exactly the sum. What comes after that is another fact, for an operator. */
async function compareCredit(tx: Tx, advice: AdviceRow, at: Date): Promise<boolean> {
  const { number, reference: ref, net, credited } = advice
  const settledAt = advice.settledAt ?? (credited === net ? at : null)
  if (credited === advice.creditedBefore && settledAt === advice.settledAt) return settledAt !== null
  await updateCredited(tx, number, { credited, settledAt })
  await closeException(tx, { kind: 'card-advice-unpaid', ref, at })
  const kind = 'card-receipt-amount'
  await closeException(tx, { kind, ref, at })
  // Opened again with the sums of now.
  if (credited !== net)
    await raiseRecurring(tx, { kind, ref, money: { unit, amount: credited - net }, refs: { advice: ref, net: String(net), credited: String(credited) }, at })
  return settledAt !== null
}

async function bookLines(tx: Tx, { ledger }: ApplyDeps, { number, reference }: AdviceRow, at: Date): Promise<void> {
  const lines = await selectUnbooked(tx, number)
  const [first] = lines
  if (!first) return
  const amount = lines.reduce((sum, line) => sum + line.amount, 0n)
  const names = { reference: `card-receipt:${reference}:${first.line}`, kind: 'card.receipt', subject: `card-advice:${reference}` }
  const posting = amount === 0n ? null : await postReceipt(tx, ledger, { ...names, owed: clearingAccount(unit), amount })
  await markBooked(
    tx,
    number,
    lines.map(({ line }) => line),
    posting,
    at,
  )
}
