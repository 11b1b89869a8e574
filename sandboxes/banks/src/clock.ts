import { AsyncLocalStorage } from 'node:async_hooks'
import type { Store } from './store.ts'

/**
 * The time of the banks. It runs like the system clock until it is moved or frozen.
 *
 * The OpenID library calls Date.now() and takes no clock. So Date.now returns the time of the banks inside `run` and the
 * system time everywhere else: tokens, codes and signed requests follow a moved clock.
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
const systemNow = Date.now.bind(Date)
Date.now = () => (scope.getStore() ?? systemNow)()

type State = { offset: number; frozenAt: number | null }

export const createClock = (store: Store): Clock => {
  const states = store.collection<State>('clock')
  const state = (): State => states.get('now') ?? { offset: 0, frozenAt: null }
  const ms = (): number => {
    const { offset, frozenAt } = state()
    return frozenAt ?? systemNow() + offset
  }
  return {
    ms,
    now: () => new Date(ms()),
    moveTo: (target) => states.put('now', state().frozenAt === null ? { offset: target - systemNow(), frozenAt: null } : { offset: 0, frozenAt: target }),
    freeze: (frozen) => states.put('now', frozen ? { offset: 0, frozenAt: ms() } : { offset: ms() - systemNow(), frozenAt: null }),
    frozen: () => state().frozenAt !== null,
    run: (work) => scope.run(ms, work),
  }
}
