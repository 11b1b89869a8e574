import type { Business } from '../lib/business.ts'
import type { PortalRow } from './route-row.ts'

export const mayOpen = (business: Business | undefined, { permission }: PortalRow): boolean => permission === undefined || business?.may(permission) === true

/** What is in the navigation of the role. */
export function placesOf(rows: readonly PortalRow[], business: Business | undefined): PortalRow[] {
  return rows.filter((row) => row.place && mayOpen(business, row) && !(row.place.without !== undefined && business?.may(row.place.without)))
}
