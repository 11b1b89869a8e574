/** Where faults can be injected. */
export const faultPoints = ['check', 'lookup', 'charge', 'charge-status', 'refund'] as const
export type FaultPoint = (typeof faultPoints)[number]

/**
 * slow: acts at once, responds late. down: 503, nothing done. error: 500, nothing done. lose: acts, then drops the
 * connection. garble: acts, then responds with a gateway's page. decline: the card is not charged, without a reason.
 * other-amount: a tenth of the amount is charged.
 */
export const faultKinds = ['slow', 'down', 'error', 'lose', 'garble', 'decline', 'other-amount'] as const
export type FaultKind = (typeof faultKinds)[number]

/** `left` counts down with each use; null means until it is removed. */
export type Fault = { id: string; at: FaultPoint | '*'; kind: FaultKind; left: number | null }
