/** A notification that nobody took for two weeks is given up. */
export const giveUpAfterMs = 14 * 86_400_000

const firstMs = 5000
const longestMs = 6 * 3_600_000

/** When to try again after so many attempts: after 5 seconds, then three times as long each time, up to 6 hours; spread by a fifth. */
export function nextTry(attempts: number, now: Date, random: number): Date {
  const pause = Math.min(longestMs, firstMs * 3 ** (attempts - 1))
  return new Date(now.getTime() + pause * (0.9 + 0.2 * random))
}
