import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { ConfigError } from './config.ts'

/** Time comes in as an argument, so that a test can hold it still and months can pass in one. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export interface OpenClock {
  clock: Clock
  close(): void
}

/**
 * The clock of a process: the machine's, or in development one that another program moves, such as the sandbox banks, so that
 * wallet and banks go through months together. Production refuses to hear of such a thing.
 */
export async function openClock(options: { url?: string | undefined; production: boolean; everyMs?: number }): Promise<OpenClock> {
  if (options.url === undefined) return { clock: systemClock, close: () => {} }
  if (options.production) throw new ConfigError('CLOCK_URL: time is not for others to move in production')
  return await followClock(options.url, options.everyMs ?? 200)
}

const told = z.object({ now: z.iso.datetime({ offset: true }), frozen: z.boolean() })
type Told = { frozenAt: number } | { ahead: number }

/** Asks again and again what time it is there. Between answers, and when there is none, time goes on from the last one. */
async function followClock(url: string, everyMs: number): Promise<OpenClock> {
  const stopping = new AbortController()
  let last = await firstAnswer(url)
  const follow = async () => {
    while (!stopping.signal.aborted) {
      await sleep(everyMs, undefined, { ref: false, signal: stopping.signal })
      const next = await ask(url).catch(() => last)
      // Two askings never take equally long; what differs by a second is the same time.
      const same = 'ahead' in next && 'ahead' in last && Math.abs(next.ahead - last.ahead) <= 1000
      if (!same) last = next
    }
  }
  follow().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  return {
    clock: { now: () => new Date('frozenAt' in last ? last.frozenAt : Date.now() + last.ahead) },
    close: () => stopping.abort(),
  }
}

/** Whoever keeps the clock may start at the same time as we do. */
async function firstAnswer(url: string): Promise<Told> {
  const deadline = Date.now() + 30_000
  for (;;) {
    try {
      return await ask(url)
    } catch (error) {
      if (Date.now() > deadline) throw new ConfigError('CLOCK_URL: nobody there tells the time', { cause: error })
      await sleep(100)
    }
  }
}

async function ask(url: string): Promise<Told> {
  const asked = Date.now()
  const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
  const { now, frozen } = told.parse(await response.json())
  // In whole seconds, so that two processes agree, and a clock that was not moved is the machine's own.
  return frozen ? { frozenAt: Date.parse(now) } : { ahead: Math.round((Date.parse(now) - (asked + Date.now()) / 2) / 1000) * 1000 }
}
