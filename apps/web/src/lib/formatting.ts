/** Numbers and dates are formatted for New Zealand in both languages. */

/** `350 m`, `4.2 km`, `128 km`. */
export function formatDistance(km: number): string {
  if (km < 0.995) return `${Math.max(10, Math.round(km * 100) * 10)} m`
  return `${km < 9.95 ? km.toFixed(1) : Math.round(km)} km`
}

const dateTime = new Intl.DateTimeFormat('en-NZ', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Pacific/Auckland' })

/** `15 Nov 2026, 3:04 pm`. */
export function formatDateTime(at: Date): string {
  return dateTime.format(at)
}
