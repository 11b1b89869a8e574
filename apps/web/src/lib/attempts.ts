import type { Cents } from '@nikau/money'

/**
 * One act of moving money, told apart from every other by its key. The key is made when the screen opens and stays with what
 * moves and the amount through time-outs and reloads of the tab, until the server has said that it is done: asking twice with
 * one key moves money once. Another amount is another act and gets another key. `act` names the kind and the two sides.
 */
interface Attempt {
  key: string
  amount: string
}

const nameOf = (act: string) => `attempt-${act}`

/** What the last attempt in this tab, not known to have succeeded, was for. */
export function pendingAttempt(act: string): Attempt | undefined {
  const text = sessionStorage.getItem(nameOf(act))
  return text === null ? undefined : (JSON.parse(text) as Attempt)
}

/** The key for this amount: the one that was used for it before, else the fresh one. */
export function keyFor(act: string, amount: Cents, fresh: string): string {
  const before = pendingAttempt(act)
  const key = before && before.amount === amount.toString() ? before.key : before?.key === fresh ? crypto.randomUUID() : fresh
  sessionStorage.setItem(nameOf(act), JSON.stringify({ key, amount: amount.toString() } satisfies Attempt))
  return key
}

export function attemptSucceeded(act: string): void {
  sessionStorage.removeItem(nameOf(act))
}
