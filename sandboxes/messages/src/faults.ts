import { setTimeout as sleep } from 'node:timers/promises'

/** The injected faults. Without any, every message is accepted at once. */
export interface Faults {
  /** Delay in milliseconds before the message is accepted. */
  slowBefore: number
  /** Delay in milliseconds between accepting and responding. */
  slowAfter: number
  /** Refuse this many messages as a busy server does (503, 451). */
  refuseNext: number
  /** Reject this many messages permanently (422, 550). */
  rejectNext: number
  /** Accept this many messages and drop the connection without a response. */
  dropNext: number
  /** Drop every connection. */
  down: boolean
}

export const noFaults: Faults = { slowBefore: 0, slowAfter: 0, refuseNext: 0, rejectNext: 0, dropNext: 0, down: false }

export type Delivery = 'accepted' | 'refused' | 'rejected' | 'dropped'

/** Ignores unknown names and invalid values. */
export function faultsFrom(input: Record<string, unknown>): Partial<Faults> {
  const chosen: Partial<Faults> = {}
  for (const name of ['slowBefore', 'slowAfter', 'refuseNext', 'rejectNext', 'dropNext'] as const) {
    const value = Number(input[name])
    if (input[name] !== undefined && Number.isInteger(value) && value >= 0 && value <= 600_000) chosen[name] = value
  }
  if (input.down !== undefined) chosen.down = [true, 'true', 'on'].includes(input.down as string | boolean)
  return chosen
}

/** Applies the faults to a message; calls `accept` when it counts as received. */
export async function applyFaults(faults: Faults, accept: () => Promise<void> | void): Promise<Delivery> {
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
  return drop || faults.down ? 'dropped' : 'accepted'
}
