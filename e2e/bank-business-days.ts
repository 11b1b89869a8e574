import { runJob } from '@nikau/testing/run-job'
import { banks, base } from './addresses.ts'
import { auckland } from './bank-days.ts'
import { controlBank } from './bank-control.ts'

// Days of the whole environment, one after the other, with the jobs of the worker run as soon as they are due: no waiting for its minute.

const worker = `postgres://nikau_worker:nikau@127.0.0.1:${base + 32}/nikau`

/** Moves the clock, and waits until every process has read it. */
export async function setClock(days: number, time: string): Promise<void> {
  await controlBank('clock', { now: auckland(days, time) })
  await new Promise((resolve) => setTimeout(resolve, 600))
}

export const runWorker = (task: 'build-bank-files' | 'ingest-bank-results' | 'make-payouts') => runJob(worker, task)

async function lastFileDay(): Promise<string> {
  const { files } = (await (await fetch(`${banks}/control/files`)).json()) as { files: { processingDay: string }[] }
  return (
    files
      .map(({ processingDay }) => processingDay)
      .sort()
      .at(-1) ?? ''
  )
}

/**
 * Days from now: the first business day on which no other test has sent files, which close a day for good. Two months on, so that what moves the clock by
 * weeks is before it.
 */
export async function freshBusinessDay(): Promise<number> {
  const last = await lastFileDay()
  for (let days = 60; ; days++) if (dayAfter(days) > last) return await nextBusinessDay(days)
}

const dayAfter = (days: number) => auckland(days, '12:00').slice(0, 10)

/** By the banks' own calendar, with weekends and holidays. */
export async function nextBusinessDay(days: number): Promise<number> {
  const { day } = (await (await fetch(`${banks}/control/next-business-day?after=${dayAfter(days)}`)).json()) as { day: string }
  for (let next = days + 1; ; next++) if (dayAfter(next) >= day) return next
}
