/** Where a fault can be set. */
export const points = ['check', 'charge', 'charge-status', 'refund'] as const
export type Point = (typeof points)[number]

/**
 * slow: acts at once, answers after a while. down: 503, nothing done. error: 500, nothing done. lose: acts, then cuts the
 * connection. garble: acts, then answers a gateway's page. decline: the card is not charged, for no reason that is told.
 */
export const faultKinds = ['slow', 'down', 'error', 'lose', 'garble', 'decline'] as const
export type FaultKind = (typeof faultKinds)[number]

/** `left` counts down with each use; null means until it is taken away. */
export type Fault = { id: string; at: Point | '*'; kind: FaultKind; left: number | null }
