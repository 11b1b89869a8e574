import type { TillDay } from '@nikau/contract/till-payments'
import type { Cents } from '@nikau/money'
import { useStoredValue } from '../../lib/stored-value.ts'
import { pairing } from '../till-device/index.ts'
import { useNotes } from '../till-notes/index.ts'
import { useSale } from '../till-sale/index.ts'

const ended: readonly string[] = ['entry', 'paid', 'declined', 'given-back']

export interface OpenThings {
  /** The amount of the charge that is open at this till now. */
  charge: Cents | undefined
  /** Payments of the day that still wait to be paid, by this charge or another. */
  waiting: number
  /** Noted sales that are not recorded yet. */
  notes: number
}

/** What the figures of a day do not have yet. */
export function useOpenThings(day: TillDay | undefined, isToday: boolean): OpenThings {
  const { stage, sale, request } = useSale()
  const tillId = useStoredValue(pairing)?.till.id
  const notes = useNotes().filter((note) => note.tillId === tillId).length
  // A part payment that is closed is on its screen until the next sale.
  const isOpen = !ended.includes(stage) && request?.status !== 'paid'
  return { charge: isToday && isOpen ? sale.charge?.amount : undefined, waiting: day?.openCount ?? 0, notes }
}

export const isAnythingOpen = ({ charge, waiting, notes }: OpenThings): boolean => charge !== undefined || waiting > 0 || notes > 0
