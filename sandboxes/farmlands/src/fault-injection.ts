import type { Company } from './company.ts'
import type { Fault, FaultKind, FaultPoint } from './faults.ts'

/** The cents of an amount select a fault and how often it happens: a retried charge then succeeds. */
const sentinels: Record<number, { kind: FaultKind; times: number }> = {
  61: { kind: 'slow', times: 1 },
  62: { kind: 'down', times: 2 },
  64: { kind: 'lose', times: 1 },
  67: { kind: 'decline', times: Number.POSITIVE_INFINITY },
  76: { kind: 'garble', times: 1 },
}

export type FaultInjection = ReturnType<typeof openFaultInjection>

export const openFaultInjection = (company: Company) => {
  let serial = company.faults().reduce((highest, { id }) => Math.max(highest, Number(id)), 0)
  let slowMs = 8_000
  const seen = new Map<string, number>()

  return {
    slowMs: () => slowMs,
    setSlowMs: (ms: number) => void (slowMs = ms),
    add(fault: Omit<Fault, 'id'>): Fault {
      serial += 1
      const added = { id: String(serial), ...fault }
      company.setFault(added)
      return added
    },
    clear() {
      for (const { id } of company.faults()) company.removeFault(id)
      slowMs = 8_000
    },
    /** The faults that apply to this call; each counts as used. The amount of a charge may add one. */
    take(at: FaultPoint, order?: { key: string; cents: number }): FaultKind[] {
      const kinds: FaultKind[] = []
      for (const fault of company.faults()) {
        if (fault.at !== '*' && fault.at !== at) continue
        kinds.push(fault.kind)
        if (fault.left === null) continue
        if (fault.left > 1) company.setFault({ ...fault, left: fault.left - 1 })
        else company.removeFault(fault.id)
      }
      const own = order && sentinels[order.cents % 100]
      if (order && own) {
        const count = (seen.get(order.key) ?? 0) + 1
        seen.set(order.key, count)
        if (count <= own.times) kinds.push(own.kind)
      }
      return kinds
    },
  }
}
