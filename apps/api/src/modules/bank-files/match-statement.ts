import type { CalendarDate } from '@nikau/nz/nz-time'
import type { StatementLine } from '@nikau/rails/ib4b'

/** A line that the statement must show. */
export interface Expected {
  source: 'file' | 'pay-by-bank'
  sourceId: string
  type: string
  reference: string
  amount: bigint
  day: CalendarDate
}

export type DifferenceKind = 'duplicate' | 'missing' | 'wrong-amount' | 'unknown' | 'sum' | 'balance'

/** One difference between a statement and the expected lines. */
export interface Difference {
  kind: DifferenceKind
  /** Identifies it permanently: the bank's transaction id, or the missing line. */
  ref: string
  expected: bigint
  shown: bigint
}

export interface StatementMatch {
  /** One verdict per line, in order. */
  verdicts: ('matched' | 'receipt' | 'duplicate' | 'wrong-amount' | 'unknown')[]
  differences: Difference[]
  /** Not shown yet and not overdue: expected on the next statement. */
  pending: Expected[]
}

/**
 * Matches the lines of a statement to the expected lines. Each expected line is matched once: first by an equal line, then by one
 * that differs only in the amount. Of the lines that are left, those in `receipts` (by transaction id) are a partner's. A line that
 * repeats a transaction or a line of an earlier statement (`before`) is a duplicate, any other unmatched line is unknown, and an
 * unmatched expected line is missing. Payments by bank settle at any hour, so one of the same day may appear on the next statement.
 * Nothing is rounded or guessed.
 */
export function matchStatement(
  lines: readonly StatementLine[],
  expected: readonly Expected[],
  { before, receipts }: { before: ReadonlySet<string>; receipts: ReadonlySet<string> },
  day: CalendarDate,
): StatementMatch {
  const open = new Map<string, Expected[]>()
  for (const line of expected) {
    const list = open.get(referenceKeyOf(line))
    if (list) list.push(line)
    else open.set(referenceKeyOf(line), [line])
  }
  const take = (line: StatementLine, matches: (candidate: Expected) => boolean): Expected | undefined => {
    const list = open.get(referenceKeyOf(line)) ?? []
    const index = list.findIndex(matches)
    return index < 0 ? undefined : list.splice(index, 1)[0]
  }
  const seen = new Set<string>()
  const found = new Set(before)
  const verdicts: (StatementMatch['verdicts'][number] | undefined)[] = lines.map((line) => {
    if (seen.has(line.transactionId)) return 'duplicate'
    seen.add(line.transactionId)
    if (!take(line, ({ amount }) => amount === line.amount)) return undefined
    found.add(lineKeyOf(line))
    return 'matched'
  })
  const differences: Difference[] = []
  const note = (line: StatementLine, number: number, kind: DifferenceKind, amount: bigint) =>
    differences.push({ kind, ref: kind === 'duplicate' ? `${line.transactionId}#${number + 1}` : line.transactionId, expected: amount, shown: line.amount })
  lines.forEach((line, number) => {
    if (verdicts[number] === 'matched') return
    const sameReference = verdicts[number] === 'duplicate' ? undefined : take(line, () => true)
    if (sameReference) {
      verdicts[number] = 'wrong-amount'
      note(line, number, 'wrong-amount', sameReference.amount)
      return
    }
    if (verdicts[number] === undefined && receipts.has(line.transactionId)) {
      verdicts[number] = 'receipt'
      return
    }
    const kind = verdicts[number] === 'duplicate' || found.has(lineKeyOf(line)) ? 'duplicate' : 'unknown'
    verdicts[number] = kind
    note(line, number, kind, 0n)
  })
  const unmatched = [...open.values()].flat()
  const pending = unmatched.filter((line) => line.source === 'pay-by-bank' && line.day >= day)
  for (const line of unmatched) {
    if (pending.includes(line)) continue
    differences.push({ kind: 'missing', ref: `${line.type}:${line.reference}:${line.source}:${line.sourceId}`, expected: line.amount, shown: 0n })
  }
  return { verdicts: verdicts as StatementMatch['verdicts'], differences, pending }
}

const referenceKeyOf = ({ type, reference }: { type: string; reference: string }) => `${type} ${reference}`

/** Recognises a line that is shown again on a later day. */
export const lineKeyOf = ({ type, reference, amount }: { type: string; reference: string; amount: bigint }) => `${type} ${reference} ${amount}`
