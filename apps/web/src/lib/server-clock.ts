/**
 * Expiry times are the server's. A device's clock can be minutes off and would show a payable request as timed out, so every
 * response corrects the offset. The Date header has whole seconds: a difference below three seconds counts as none.
 */
let deviceAheadMs = 0

export function syncServerClock(date: string | null): void {
  const at = Date.parse(date ?? '')
  if (!Number.isNaN(at)) {
    const difference = Date.now() - at
    deviceAheadMs = Math.abs(difference) < 3000 ? 0 : difference
  }
  noteContact(serverNow())
}

export const serverNow = (): Date => new Date(Date.now() - deviceAheadMs)

let contactAt: Date | undefined
const listeners = new Set<() => void>()

/** When our servers last answered: what is shown without signal is not newer. */
export const lastContact = (): Date | undefined => contactAt

/** With each response; and once when a page that started without signal finds what the device has kept. */
export function noteContact(at: Date): void {
  contactAt = at
  for (const listener of listeners) listener()
}

export function onContact(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
