/** Where faults can be injected. */
export const faultPoints = ['check', 'lookup', 'charge', 'charge-status', 'refund', 'settlements'] as const
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

/**
 * Faults of a settlement. lost-line: its first line is missing. unknown-line: it has a line of somebody else. other-amount: its first
 * line has a cent less. wrong-net: the sum is not that of its lines. The sum that is paid follows the lines.
 */
export const settlementFaults = ['lost-line', 'unknown-line', 'other-amount', 'wrong-net'] as const
export type SettlementFault = (typeof settlementFaults)[number]

type Line = { kind: 'charge' | 'refund'; key: string; cents: number; reference: string }

export const applySettlementFault = (lines: Line[], fault: SettlementFault | undefined): Line[] => {
  if (fault === 'lost-line') return lines.slice(1)
  if (fault === 'unknown-line') return [...lines, { kind: 'charge', key: 'of-somebody-else', cents: 1234, reference: 'CP-ELSE' }]
  if (fault === 'other-amount') return lines.map((line, place) => (place === 0 ? { ...line, cents: line.cents - 1 } : line))
  return lines
}
