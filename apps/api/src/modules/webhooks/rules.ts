/** A delivery that has not succeeded after two weeks fails. */
export const maxAgeMs = 14 * 86_400_000

/** A new URL has six tries within three hours. */
const challengeDelaysMs = [10_000, 60_000, 300_000, 1_800_000, 7_200_000]

/** When a URL that did not answer its challenge is asked again; undefined after the last try. */
export function nextChallengeAt(attempts: number, now: Date): Date | undefined {
  const delayMs = challengeDelaysMs[attempts - 1]
  return delayMs === undefined ? undefined : new Date(now.getTime() + delayMs)
}

const initialDelayMs = 5000
const maxDelayMs = 6 * 3_600_000

/** Exponential backoff: 5 seconds, then three times as long each time, up to 6 hours, with 10 % jitter either way. */
export function nextAttemptAt(attempts: number, now: Date, random: number): Date {
  const delayMs = Math.min(maxDelayMs, initialDelayMs * 3 ** (attempts - 1))
  return new Date(now.getTime() + delayMs * (0.9 + 0.2 * random))
}
