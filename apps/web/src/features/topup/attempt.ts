import type { Cents } from '@nikau/money'

/**
 * One act of topping up, told apart from every other by its key. The key is made when the screen opens and stays with the
 * asset and the amount through time-outs and reloads of the tab, until the server has said that the money is there: asking
 * twice with one key tops up once. Another amount is another act and gets another key.
 */
interface Attempt {
  key: string
  amount: string
}

const nameOf = (assetId: string) => `topup-attempt-${assetId}`

/** What the last attempt in this tab, not known to have succeeded, was for. */
export function pendingAttempt(assetId: string): Attempt | undefined {
  const text = sessionStorage.getItem(nameOf(assetId))
  return text === null ? undefined : (JSON.parse(text) as Attempt)
}

/** The key for this amount: the one that was used for it before, else the fresh one. */
export function keyFor(assetId: string, amount: Cents, fresh: string): string {
  const before = pendingAttempt(assetId)
  const key = before && before.amount === amount.toString() ? before.key : before?.key === fresh ? crypto.randomUUID() : fresh
  sessionStorage.setItem(nameOf(assetId), JSON.stringify({ key, amount: amount.toString() } satisfies Attempt))
  return key
}

export function attemptSucceeded(assetId: string): void {
  sessionStorage.removeItem(nameOf(assetId))
}
