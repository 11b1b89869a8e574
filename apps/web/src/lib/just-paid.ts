/** For this long after a payment its success is shown large. Later, an old page could pass for a new payment at a counter. */
export const celebratedMs = 5 * 60_000

export function isJustPaid(paidAt: Date | undefined, now: Date): boolean {
  return paidAt !== undefined && now.getTime() - paidAt.getTime() < celebratedMs
}
