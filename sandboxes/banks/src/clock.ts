import { AsyncLocalStorage } from 'node:async_hooks'
import type { Store } from './store.ts'

/**
 * The bank's own time. It runs like the machine's until it is moved or frozen.
 *
 * The OpenID library asks Date.now() and takes no clock. So Date.now answers with the bank's time inside `run`, and
 * with the machine's everywhere else: tokens, codes and signed requests then follow a moved clock like the rest.
 */
export type Clock = {
  now(): Date
  ms(): number
  moveTo(ms: number): void
  freeze(frozen: boolean): void
  frozen(): boolean
  run<T>(work: () => T): T
}

const scope = new AsyncLocalStorage<() => number>()
const machine = Date.now.bind(Date)
Date.now = () => (scope.getStore() ?? machine)()

type State = { offset: number; frozenAt: number | null }

export const createClock = (store: Store): Clock => {
  const kept = store.collection<State>('clock')
  const state = (): State => kept.get('now') ?? { offset: 0, frozenAt: null }
  const ms = (): number => {
    const { offset, frozenAt } = state()
    return frozenAt ?? machine() + offset
  }
  return {
    ms,
    now: () => new Date(ms()),
    moveTo: (target) => kept.put('now', state().frozenAt === null ? { offset: target - machine(), frozenAt: null } : { offset: 0, frozenAt: target }),
    freeze: (frozen) => kept.put('now', frozen ? { offset: 0, frozenAt: ms() } : { offset: ms() - machine(), frozenAt: null }),
    frozen: () => state().frozenAt !== null,
    run: (work) => scope.run(ms, work),
  }
}
