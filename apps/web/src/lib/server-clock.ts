/**
 * Expiry times are the server's. A device's clock can be minutes off and would show a payable request as timed out, so every
 * response corrects the offset. The Date header has whole seconds: a difference below three seconds counts as none.
 */
let deviceAheadMs = 0

export function syncServerClock(date: string | null): void {
  const at = Date.parse(date ?? '')
  if (Number.isNaN(at)) return
  const difference = Date.now() - at
  deviceAheadMs = Math.abs(difference) < 3000 ? 0 : difference
}

export const serverNow = (): Date => new Date(Date.now() - deviceAheadMs)
