import type { AccountNumber } from '../account-number.ts'
import type { Entry } from '../books.ts'
import type { Store } from '../store.ts'

/** Differences put into the statement on purpose. The books behind it stay right: only what is shown is wrong. */
export const plantKinds = ['duplicate', 'missing', 'wrong-amount', 'unknown'] as const
export type PlantKind = (typeof plantKinds)[number]

export type Plant = { id: string; kind: PlantKind; account: AccountNumber; day: string; transaction: string }

export type Plants = {
  plant(kind: PlantKind, entry: Entry): Plant
  all(): Plant[]
  /** The lines as the statement shows them. */
  show(entries: readonly Entry[]): Entry[]
}

export const openPlants = (store: Store): Plants => {
  const kept = store.collection<Plant>('plants')
  const byTransaction = new Map<string, Plant[]>()
  const index = (plant: Plant): void => {
    byTransaction.set(plant.transaction, [...(byTransaction.get(plant.transaction) ?? []), plant])
  }
  for (const plant of kept.values()) index(plant)

  return {
    plant(kind, entry) {
      const plant = { id: `X${String(kept.size() + 1).padStart(9, '0')}`, kind, account: entry.account, day: entry.day, transaction: entry.id }
      kept.put(plant.id, plant)
      index(plant)
      return plant
    },
    all: () => [...kept.values()],
    show: (entries) =>
      entries.flatMap((entry) => {
        let shown = [entry]
        for (const plant of byTransaction.get(entry.id) ?? []) shown = bend[plant.kind](shown, entry, plant)
        return shown
      }),
  }
}

type Bend = (shown: Entry[], entry: Entry, plant: Plant) => Entry[]

const bend: Record<PlantKind, Bend> = {
  duplicate: (shown, entry) => [...shown, entry],
  missing: () => [],
  'wrong-amount': (shown) => shown.map((line) => ({ ...line, amount: line.amount - 1 })),
  unknown: (shown, entry, plant) => [...shown, { ...entry, ...stranger, id: plant.id }],
}

const stranger = {
  amount: 12_34,
  type: 'DC',
  otherName: 'A Stranger',
  otherAccount: '010902000683890000',
  particulars: 'DEPOSIT',
  code: '',
  reference: '',
  source: 'nobody',
} as const
