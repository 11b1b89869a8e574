import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { ConfigError } from './config.ts'

/** Passed as an argument, so that tests can control the time. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export interface OpenClock {
  clock: Clock
  close(): void
}

/**
 * The clock of a process: the machine's, or in development a remote one, such as that of the sandbox banks, so that wallet and
 * banks move through time together. Configuration refuses it in production (production.ts).
 */
export async function openClock(options: { url?: string | undefined; intervalMs?: number }): Promise<OpenClock> {
  if (options.url === undefined) return { clock: systemClock, close: () => {} }
  return await followClock(options.url, options.intervalMs ?? 200)
}

const clockResponse = z.object({ now: z.iso.datetime({ offset: true }), frozen: z.boolean() })
type ClockReading = { frozenAt: number } | { offsetMs: number }

/** Polls the remote clock. Between answers, and while there is none, time runs on from the last reading. */
async function followClock(url: string, intervalMs: number): Promise<OpenClock> {
  const stopping = new AbortController()
  let current = await awaitFirstReading(url)
  const follow = async () => {
    while (!stopping.signal.aborted) {
      await sleep(intervalMs, undefined, { ref: false, signal: stopping.signal })
      const next = await fetchReading(url).catch(() => current)
      // Request durations vary, so offsets within a second are the same.
      const same = 'offsetMs' in next && 'offsetMs' in current && Math.abs(next.offsetMs - current.offsetMs) <= 1000
      if (!same) current = next
    }
  }
  follow().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  return {
    clock: { now: () => new Date('frozenAt' in current ? current.frozenAt : Date.now() + current.offsetMs) },
    close: () => stopping.abort(),
  }
}

/** Retries, because the clock server may start at the same time as this process. */
async function awaitFirstReading(url: string): Promise<ClockReading> {
  const deadline = Date.now() + 30_000
  for (;;) {
    try {
      return await fetchReading(url)
    } catch (error) {
      if (Date.now() > deadline) throw new ConfigError('CLOCK_URL: no answer from the clock server', { cause: error })
      await sleep(100)
    }
  }
}

async function fetchReading(url: string): Promise<ClockReading> {
  const requestedAt = Date.now()
  const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
  const { now, frozen } = clockResponse.parse(await response.json())
  // Rounded to seconds, so that processes agree and a clock that was not moved equals the machine's.
  return frozen ? { frozenAt: Date.parse(now) } : { offsetMs: Math.round((Date.parse(now) - (requestedAt + Date.now()) / 2) / 1000) * 1000 }
}
