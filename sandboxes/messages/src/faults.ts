import { setTimeout as sleep } from 'node:timers/promises'

/** How the outside world misbehaves until it is told otherwise. All at rest: it takes every message at once. */
export interface Faults {
  /** Milliseconds to dawdle before the message is taken. */
  slowBefore: number
  /** Milliseconds to dawdle after it is taken, before the answer. */
  slowAfter: number
  /** Refuse this many next messages as a busy server does (503, 451). */
  refuseNext: number
  /** Reject this many next messages for good (422, 550). */
  rejectNext: number
  /** Take this many next messages and hang up instead of answering. */
  dropNext: number
  /** Hang up on everybody. */
  down: boolean
}

export const atRest: Faults = { slowBefore: 0, slowAfter: 0, refuseNext: 0, rejectNext: 0, dropNext: 0, down: false }

export type Verdict = 'taken' | 'refused' | 'rejected' | 'dropped'

/** Unknown names and values that are no sensible numbers are left out. */
export function faultsFrom(input: Record<string, unknown>): Partial<Faults> {
  const chosen: Partial<Faults> = {}
  for (const name of ['slowBefore', 'slowAfter', 'refuseNext', 'rejectNext', 'dropNext'] as const) {
    const value = Number(input[name])
    if (input[name] !== undefined && Number.isInteger(value) && value >= 0 && value <= 600_000) chosen[name] = value
  }
  if (input.down !== undefined) chosen.down = [true, 'true', 'on'].includes(input.down as string | boolean)
  return chosen
}

/** Takes one message through the faults; `accept` is called when it counts as received. */
export async function meet(faults: Faults, accept: () => Promise<void> | void): Promise<Verdict> {
  if (faults.slowBefore) await sleep(faults.slowBefore)
  if (faults.down) return 'dropped'
  if (faults.refuseNext > 0) {
    faults.refuseNext--
    return 'refused'
  }
  if (faults.rejectNext > 0) {
    faults.rejectNext--
    return 'rejected'
  }
  const drop = faults.dropNext > 0
  if (drop) faults.dropNext--
  await accept()
  if (faults.slowAfter) await sleep(faults.slowAfter)
  return drop || faults.down ? 'dropped' : 'taken'
}
