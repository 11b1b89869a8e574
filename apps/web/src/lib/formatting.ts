/** Numbers and dates are written as New Zealand writes them, in both languages. */

/** `350 m`, `4.2 km`, `128 km`. */
export function distanceText(km: number): string {
  if (km < 0.995) return `${Math.max(10, Math.round(km * 100) * 10)} m`
  return `${km < 9.95 ? km.toFixed(1) : Math.round(km)} km`
}

const moment = new Intl.DateTimeFormat('en-NZ', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Pacific/Auckland' })

/** `15 Nov 2026, 3:04 pm`. */
export function momentText(at: Date): string {
  return moment.format(at)
}
