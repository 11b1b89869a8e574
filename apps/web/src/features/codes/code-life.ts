import type { OfflineCodeSet, PatronCode, TillSettings } from '@nikau/contract/patron-codes'
import { codesLeft } from '../../lib/offline-codes.ts'

export const tickMs = 500
/** Every third tick checks whether a till has made a request. */
export const ticksPerCheck = 3
const renewalMs = 30_000

type Life = Pick<PatronCode, 'createdAt' | 'expiresAt'>

/** From 1 at creation to 0 at expiry. */
export function aliveFraction({ createdAt, expiresAt }: Life, now: Date): number {
  const left = (expiresAt.getTime() - now.getTime()) / (expiresAt.getTime() - createdAt.getTime())
  return Math.min(1, Math.max(0, left))
}

/** Whole seconds until a time, rounded up: the last second counts until it is over. */
export const secondsUntil = (at: Date, now: Date): number => Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000))

/** When the next code is requested. The present one stays good until it expires. */
export const renewalAt = ({ expiresAt }: Life): Date => new Date(expiresAt.getTime() - renewalMs)

export const isCodeDue = (code: Life | undefined, now: Date): boolean => code === undefined || now >= renewalAt(code)

/** Switched on, and not with a limit of zero. */
export const paysWithoutSignal = ({ noSignal, noSignalLimit }: TillSettings): boolean => noSignal && noSignalLimit > 0n

export type OfflineCode = OfflineCodeSet['codes'][number]

export interface OfflineView {
  /** The code of the present window. Absent when it has paid, and none is good until the next window begins. */
  present: OfflineCode | undefined
  /** Those that follow, without those that have paid. */
  following: OfflineCode[]
}

export function offlineView(set: OfflineCodeSet, usedIds: string[], now: Date): OfflineView {
  const left = codesLeft({ set, usedIds }, now)
  // The first one is good from its making on, whatever a clock that is seconds off says.
  const hasBegun = (code: OfflineCode) => code === set.codes[0] || code.startsAt <= now
  return { present: left.find(hasBegun), following: left.filter((code) => !hasBegun(code)) }
}

/** A set is renewed while there is signal as soon as a code of it has passed, so that the person always leaves with a nearly whole one. */
export const isSetDue = (set: OfflineCodeSet | undefined, now: Date): boolean => (set?.codes[0]?.expiresAt ?? now) <= now
