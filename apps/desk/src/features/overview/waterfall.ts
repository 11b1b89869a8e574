import type { BankPosition } from '@nikau/contract/desk/overview'
import { type Cents, cents, subtract } from '@nikau/money'

export type Term = BankPosition['terms'][number]

/** A bar from one running total to the next. `left` and `width` are shares of the scale in percent, `end` is where the next one begins. */
export interface Bar {
  left: number
  width: number
  end: number
}

export interface Step {
  term: Term
  /** With its sign as it changes the running total. */
  amount: Cents
  from: Cents
  to: Cents
  bar: Bar
}

/** Statements less books, then what each term takes away, down to what nothing explains. Terms of zero have no step. */
export function waterfallOf({ difference, terms }: BankPosition): { start: Bar; steps: Step[]; zero: Term[] } {
  const moving = terms.filter(({ amount }) => amount !== 0n)
  let running = difference
  const runs = moving.map((term) => {
    const from = running
    running = subtract(running, term.amount)
    return { term, amount: cents(-term.amount), from, to: running }
  })
  const points = [0, Number(difference), ...runs.map(({ to }) => Number(to))]
  const [low, high] = [Math.min(...points), Math.max(...points)]
  const place = (at: Cents | 0) => (high === low ? 0 : ((Number(at) - low) / (high - low)) * 100)
  const barOf = (from: Cents | 0, to: Cents): Bar => ({
    left: Math.min(place(from), place(to)),
    // A cent beside millions is still to be seen.
    width: Math.max(0.6, Math.abs(place(to) - place(from))),
    end: place(to),
  })
  return {
    start: barOf(0, difference),
    steps: runs.map((run) => ({ ...run, bar: barOf(run.from, run.to) })),
    zero: terms.filter(({ amount }) => amount === 0n),
  }
}
