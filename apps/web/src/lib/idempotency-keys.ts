import type { Cents } from '@nikau/money'

/**
 * The idempotency key of a transfer. It is created when the screen opens and stays with the operation and the amount through
 * time-outs and reloads of the tab, until the server confirms success: sending it twice moves money once. Another amount gets
 * another key. `operation` names the kind of transfer and both sides.
 */
interface PendingOperation {
  key: string
  amount: string
}

const storageKey = (operation: string) => `pending-${operation}`

/** The last operation of this tab that is not known to have succeeded. */
export function pendingOperation(operation: string): PendingOperation | undefined {
  const text = sessionStorage.getItem(storageKey(operation))
  return text === null ? undefined : (JSON.parse(text) as PendingOperation)
}

/** The key that this amount was sent with before, otherwise `freshKey`. */
export function idempotencyKeyFor(operation: string, amount: Cents, freshKey: string): string {
  const pending = pendingOperation(operation)
  const key = pending && pending.amount === amount.toString() ? pending.key : pending?.key === freshKey ? crypto.randomUUID() : freshKey
  sessionStorage.setItem(storageKey(operation), JSON.stringify({ key, amount: amount.toString() } satisfies PendingOperation))
  return key
}

export function clearPendingOperation(operation: string): void {
  sessionStorage.removeItem(storageKey(operation))
}
