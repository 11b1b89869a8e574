import type { CalendarDate } from '@nikau/contract/nz-time'
import type { StatementLine } from '@nikau/rails/ib4b'

/** What the statement must show. */
export interface Expected {
  source: 'file' | 'one-off'
  sourceId: string
  type: string
  reference: string
  amount: bigint
  day: CalendarDate
}

export type DifferenceKind = 'duplicate' | 'missing' | 'wrong-amount' | 'unknown' | 'sum' | 'balance'

/** One way in which a statement differs from what was expected. */
export interface Difference {
  kind: DifferenceKind
  /** Names it for ever: the bank's transaction, or what is missing. */
  ref: string
  expected: bigint
  shown: bigint
}

export interface Comparison {
  /** One verdict per line, in their order. */
  verdicts: ('matched' | 'duplicate' | 'wrong-amount' | 'unknown')[]
  differences: Difference[]
  /** Not shown yet, and no cause for alarm: looked for on the next statement. */
  waiting: Expected[]
}

/**
 * Holds a statement's lines against what was expected. Each expected line is used once: first by a line that is its equal, then by
 * one that differs only in the amount. A line that repeats a transaction, or one that was found on an earlier statement (`before`),
 * is a duplicate; any other that is left over is unknown, and what no line was found for is missing. Customers' own payments move
 * at any hour, so one of this very day may stand on the next statement. Nothing is rounded, guessed or made to fit.
 */
export function compare(lines: readonly StatementLine[], expected: readonly Expected[], before: ReadonlySet<string>, day: CalendarDate): Comparison {
  const open = new Map<string, Expected[]>()
  for (const one of expected) {
    const list = open.get(keyOf(one))
    if (list) list.push(one)
    else open.set(keyOf(one), [one])
  }
  const take = (line: StatementLine, fits: (one: Expected) => boolean): Expected | undefined => {
    const list = open.get(keyOf(line)) ?? []
    const place = list.findIndex(fits)
    return place < 0 ? undefined : list.splice(place, 1)[0]
  }
  const seen = new Set<string>()
  const found = new Set(before)
  const verdicts: (Comparison['verdicts'][number] | undefined)[] = lines.map((line) => {
    if (seen.has(line.transactionId)) return 'duplicate'
    seen.add(line.transactionId)
    if (!take(line, ({ amount }) => amount === line.amount)) return undefined
    found.add(wholeKeyOf(line))
    return 'matched'
  })
  const differences: Difference[] = []
  const note = (line: StatementLine, number: number, kind: DifferenceKind, amount: bigint) =>
    differences.push({ kind, ref: kind === 'duplicate' ? `${line.transactionId}#${number + 1}` : line.transactionId, expected: amount, shown: line.amount })
  lines.forEach((line, number) => {
    if (verdicts[number] === 'matched') return
    const other = verdicts[number] === 'duplicate' ? undefined : take(line, () => true)
    if (other) {
      verdicts[number] = 'wrong-amount'
      note(line, number, 'wrong-amount', other.amount)
      return
    }
    verdicts[number] ??= found.has(wholeKeyOf(line)) ? 'duplicate' : 'unknown'
    note(line, number, verdicts[number], 0n)
  })
  const left = [...open.values()].flat()
  const waiting = left.filter((one) => one.source === 'one-off' && one.day >= day)
  for (const one of left) {
    if (waiting.includes(one)) continue
    differences.push({ kind: 'missing', ref: `${one.type}:${one.reference}:${one.source}:${one.sourceId}`, expected: one.amount, shown: 0n })
  }
  return { verdicts: verdicts as Comparison['verdicts'], differences, waiting }
}

const keyOf = ({ type, reference }: { type: string; reference: string }) => `${type} ${reference}`

/** By what a line is recognised when it is shown again on a later day. */
export const wholeKeyOf = ({ type, reference, amount }: { type: string; reference: string; amount: bigint }) => `${type} ${reference} ${amount}`
