import type { BankId } from './banks.ts'
import type { Store } from './store.ts'

/** Where faults can be injected. */
export const faultPoints = [
  'token',
  'return',
  'approve',
  'consents',
  'consent',
  'payments',
  'payment',
  'debtor-account',
  'files',
  'results',
  'statement',
] as const
export type FaultPoint = (typeof faultPoints)[number]

/**
 * slow: acts at once, responds late. down: 503, nothing done. error: 500, nothing done. lose: acts, then drops the
 * connection. garble: acts, then responds with a gateway's HTML page. The rest apply to one point each, see README.md.
 */
export const faultKinds = [
  'slow',
  'down',
  'error',
  'lose',
  'garble',
  'reject',
  'late-reject',
  'pending',
  'stuck',
  'expire',
  'no-code',
  'wrong-state',
  'elsewhere',
  'twice',
  'mix-up',
  'shuffle',
  'other-amount',
  'lost-line',
  'wrong-amount',
  'new-reason',
  'new-outcome',
  'reject-file',
  'other-file',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** `left` counts down with each use; null means until it is removed. */
export type Fault = { id: string; bank: BankId | '*'; at: FaultPoint | '*'; kind: FaultKind; left: number | null }

export type Settings = {
  /** The real time of a slow response. */
  slowMs: number
  /** Bank time from acceptance to settlement, to a late rejection, and spent in Pending. */
  settleMs: number
  lateRejectMs: number
  pendingMs: number
}

const defaults: Settings = { slowMs: 8_000, settleMs: 2_000, lateRejectMs: 30_000, pendingMs: 60_000 }

export type FaultInjection = {
  settings(): Settings
  set(changes: Partial<Settings>): void
  add(fault: Omit<Fault, 'id'>): Fault
  remove(id: string): void
  clear(): void
  faults(): Fault[]
  /** The faults that apply now; each counts as used. */
  take(bank: BankId, at: FaultPoint): FaultKind[]
  /** How often this key was used here, including now. Lost on restart. */
  attempt(key: string): number
}

export const openFaultInjection = (store: Store): FaultInjection => {
  const faults = store.collection<Fault>('faults')
  const settings = store.collection<Settings>('settings')
  const attempts = new Map<string, number>()
  const read = (): Settings => settings.get('settings') ?? defaults
  let serial = [...faults.values()].reduce((highest, { id }) => Math.max(highest, Number(id)), 0)

  return {
    settings: read,
    set: (changes) => settings.put('settings', { ...read(), ...changes }),
    add(fault) {
      serial += 1
      const added = { id: String(serial), ...fault }
      faults.put(added.id, added)
      return added
    },
    remove: (id) => faults.delete(id),
    clear() {
      for (const { id } of faults.values()) faults.delete(id)
      settings.put('settings', defaults)
    },
    faults: () => [...faults.values()],
    take(bank, at) {
      const kinds: FaultKind[] = []
      for (const fault of faults.values()) {
        if ((fault.bank !== '*' && fault.bank !== bank) || (fault.at !== '*' && fault.at !== at)) continue
        kinds.push(fault.kind)
        if (fault.left === null) continue
        if (fault.left > 1) faults.put(fault.id, { ...fault, left: fault.left - 1 })
        else faults.delete(fault.id)
      }
      return kinds
    },
    attempt(key) {
      const count = (attempts.get(key) ?? 0) + 1
      attempts.set(key, count)
      return count
    },
  }
}
