import { banks } from './addresses.ts'
import { controlBank } from './bank-control.ts'

// Business days of the banks, by the clock that the whole environment follows.

const offset = new Intl.DateTimeFormat('en-NZ', { timeZone: 'Pacific/Auckland', timeZoneName: 'longOffset' })

/** A local time in Auckland, this many days from now. */
export function auckland(days: number, time: string): string {
  const day = new Date(Date.now() + days * 86_400_000)
  const zone = offset
    .formatToParts(day)
    .find(({ type }) => type === 'timeZoneName')!
    .value.slice(3)
  return `${new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(day)}T${time}:00${zone}`
}

/** `Thu 28 Jan`, as pages write the day that is this many days from now. */
export function shortDay(days: number): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: 'Pacific/Auckland', weekday: 'short', day: 'numeric', month: 'short' })
  return parts.format(new Date(Date.now() + days * 86_400_000)).replace(',', '')
}

const isWeekday = (days: number) => ![0, 6].includes(new Date(`${auckland(days, '12:00').slice(0, 10)}T00:00:00Z`).getUTCDay())

/** The weekdays after the one that is this many days from now, as days from now. */
export const weekdaysAfter = (days: number) => [1, 2, 3, 4, 5, 6].map((more) => days + more).filter(isWeekday)

async function fileCount(): Promise<number> {
  const { files } = (await (await fetch(`${banks}/control/files`)).json()) as { files: unknown[] }
  return files.length
}

/** Until the bank has a new file. The worker builds files once a minute; on a public holiday none is sent, and the next day is tried. */
async function waitForFile(before: number): Promise<void> {
  for (const deadline = Date.now() + 75_000; Date.now() < deadline && (await fileCount()) <= before;) await new Promise((resolve) => setTimeout(resolve, 500))
}

/** Moves the clock past the file cut-off of that day, and past the evening run of the banks. */
export async function passBankDay(days: number): Promise<void> {
  const before = await fileCount()
  await controlBank('clock', { now: auckland(days, '15:45') })
  await waitForFile(before)
  await controlBank('clock', { now: auckland(days, '18:05') })
}
