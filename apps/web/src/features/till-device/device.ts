import type { Liveness } from '@nikau/contract/amounts'
import type { DeviceTill, Turn } from '@nikau/contract/tills'
import { storedValue } from '../../lib/stored-value.ts'

/** What the device keeps of its pairing. The liveness is that of the pairing: a till never changes it without being paired again. */
export interface Pairing {
  key: string
  till: DeviceTill
}

export const pairing = storedValue<Pairing>('till.pairing')

export type KeptTurn = Turn

/** Who is at the till. It outlives a restart; the server ends it after 30 minutes without use. */
export const currentTurn = storedValue<KeptTurn>('till.turn')

/** Why the pairing screen is shown again, until the next pairing. */
export const unpairedReason = storedValue<'switched-off' | 'other-liveness'>('till.unpaired')

export function pair(to: Pairing): void {
  unpairedReason.set(undefined)
  currentTurn.set(undefined)
  pairing.set(to)
}

/** The sale, the noted sales and the items stay: they belong to the counter, not to the key. */
export function unpair(reason: 'switched-off' | 'other-liveness'): void {
  currentTurn.set(undefined)
  pairing.set(undefined)
  unpairedReason.set(reason)
}

/** Takes over a new name and new limits. A till whose liveness is another one than it was paired with has to be paired again. */
export function updateTill(till: DeviceTill): void {
  const now = pairing.get()
  if (!now || now.till.id !== till.id) return
  if (isOtherLiveness(now.till.liveness, till.liveness)) unpair('other-liveness')
  else if (!isSame(now.till, till)) pairing.set({ ...now, till })
}

const isOtherLiveness = (paired: Liveness, now: Liveness) => paired !== now
const isSame = (a: DeviceTill, b: DeviceTill) => text(a) === text(b)
const text = (till: DeviceTill) => JSON.stringify(till, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
