import type { BankId } from './banks.ts'

/** Every call to this server, for tests and the control page. Queries, bodies and tokens are not recorded. */
export type Call = {
  seq: number
  at: string
  bank: BankId | null
  method: string
  path: string
  /** null while it runs, 0 when the connection was dropped before the response. */
  status: number | null
  ms: number
  idempotencyKey: string | null
}

export type Calls = {
  begin(call: Omit<Call, 'seq' | 'status' | 'ms'>): (status: number) => void
  list(): readonly Call[]
  counters(): Record<string, number>
  clear(): void
}

const maxCalls = 20_000

export const openCalls = (): Calls => {
  let calls: Call[] = []
  let counters = new Map<string, number>()
  let seq = 0
  return {
    begin(opening) {
      seq += 1
      const call: Call = { seq, ...opening, status: null, ms: 0 }
      const started = performance.now()
      calls.push(call)
      if (calls.length > maxCalls) calls = calls.slice(-maxCalls / 2)
      return (status) => {
        call.status = status
        call.ms = Math.round(performance.now() - started)
        const name = `${call.method} ${shape(call.path)} ${status}`
        counters.set(name, (counters.get(name) ?? 0) + 1)
      }
    },
    list: () => calls,
    counters: () => Object.fromEntries([...counters].sort(([a], [b]) => a.localeCompare(b))),
    clear() {
      calls = []
      counters = new Map()
    },
  }
}

/** Replaces ids in the path by `:id`, so that all payments share a counter. */
const shape = (path: string): string =>
  path
    .split('/')
    .map((part, place) => (place > 2 && /\d/.test(part) && part.length > 8 ? ':id' : part))
    .join('/')
