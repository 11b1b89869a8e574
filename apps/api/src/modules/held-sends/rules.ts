import type { HeldSend } from '@nikau/contract/held-sends'
import { z } from 'zod'

/** How long sends wait, and how many people and sends a person may have. */
export const heldSendLimits = z
  .strictObject({
    /** From holding a send until its sender is asked again. */
    coolingOffHours: z.int().positive().default(24),
    /** From then until it is forgotten. */
    forgottenDays: z.int().positive().default(3),
    /** Sends of one person that wait. */
    open: z.int().positive().default(10),
    /** Trusted people of one person, asked or accepted. */
    trustedPeople: z.int().positive().default(5),
    /** People asked within 24 hours, those that were removed again included: each gets a message. */
    asksPerDay: z.int().positive().default(5),
  })
  .prefault({})
export type HeldSendLimits = z.output<typeof heldSendLimits>

export interface HeldSendTimes {
  decideAt: Date
  forgottenAt: Date
  outcome: 'sent' | 'cancelled' | 'forgotten' | null
}

const hourMs = 3_600_000
export const dayMs = 24 * hourMs

export function timesOf(createdAt: Date, limits: HeldSendLimits): { decideAt: Date; forgottenAt: Date } {
  const decideAt = new Date(createdAt.getTime() + limits.coolingOffHours * hourMs)
  return { decideAt, forgottenAt: new Date(decideAt.getTime() + limits.forgottenDays * dayMs) }
}

/** By the clock, whether or not the job has run. */
export function statusOf(send: HeldSendTimes, now: Date): HeldSend['status'] {
  if (send.outcome !== null) return send.outcome
  if (now >= send.forgottenAt) return 'forgotten'
  return now >= send.decideAt ? 'due' : 'waiting'
}

/** The sender has still to decide. */
export function isOpen(send: HeldSendTimes, now: Date): boolean {
  const status = statusOf(send, now)
  return status === 'waiting' || status === 'due'
}
