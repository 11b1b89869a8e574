import { maxExpirySeconds } from '@nikau/contract/payment-request-states'
import type { RequestRow } from './types.ts'

type Kept = Pick<RequestRow, 'terms' | 'createdAt' | 'expiresAt'>

/** Until when the rest of a part payment can be paid: as long as any request lives. */
export const restKeptUntil = ({ createdAt }: Pick<RequestRow, 'createdAt'>) => new Date(createdAt.getTime() + maxExpirySeconds * 1000)

/** A part is paid at a staff till, and the rest has the time that only such a part payment gives. */
export function isRestKept({ terms, createdAt, expiresAt }: Kept): boolean {
  return terms.keepsRest === true && expiresAt.getTime() > createdAt.getTime() + terms.expirySeconds * 1000
}
