/**
 * The time by which things end is the server's. A device's own clock may be minutes off, and would then call a request timed
 * out that can still be paid; so each answer tells how far off it is. The header counts whole seconds: less than three is none.
 */
let aheadMs = 0

export function heardFromServer(date: string | null): void {
  const at = Date.parse(date ?? '')
  if (Number.isNaN(at)) return
  const difference = Date.now() - at
  aheadMs = Math.abs(difference) < 3000 ? 0 : difference
}

export const serverNow = (): Date => new Date(Date.now() - aheadMs)
