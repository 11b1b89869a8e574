import type { PaymentRequest } from '@nikau/contract/payment-requests'
import { type Cents, cents } from '@nikau/money'
import { CallError } from '../../lib/call-error.ts'
import type { StoredValue } from '../../lib/stored-value.ts'
import { createSaleEngine } from './engine.ts'
import type { StoredSale } from './sale.ts'
import type { SaleApi } from './sale-api.ts'

/** For tests of the engine: a server with one request per key, a clock that the test moves, and a device that can be started again. */

export const inMemory = <T>(): StoredValue<T> => {
  let value: T | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const requestOf = (id: string, amount: Cents, more: Partial<PaymentRequest> = {}): PaymentRequest =>
  ({
    id,
    shortCode: 'NK-7F3C-91B2',
    value: { amount, currency: 'NZD' },
    remainingAmount: amount,
    status: 'new',
    liveness: 'test',
    expiresAt: new Date(120_000),
    ...more,
  }) as PaymentRequest

export function startTill() {
  const requests = new Map<string, PaymentRequest>()
  const spentKeys = new Set<string>()
  const takings = new Map<string, Cents>()
  const calls: string[] = []
  let [isConnected, losesAnswers] = [true, false]
  let now = 0
  let refusal: string | undefined
  const waiting = new Set<() => void>()
  const reach = (name: string) => {
    calls.push(name)
    if (!isConnected) throw new CallError(0, 'NETWORK')
  }
  const answer = <T>(result: T): T => {
    if (losesAnswers) throw new CallError(0, 'NETWORK')
    return result
  }
  const change = (id: string, more: Partial<PaymentRequest>) => requests.set(id, { ...requests.get(id)!, ...more })
  const api: SaleApi = {
    create: async ({ idempotencyKey, value: { amount } }) => {
      reach('create')
      if (refusal !== undefined) throw new CallError(403, refusal)
      if (spentKeys.has(idempotencyKey!)) throw new CallError(403, 'SALE_ABANDONED')
      if (!requests.has(idempotencyKey!)) requests.set(idempotencyKey!, requestOf(idempotencyKey!, amount))
      return answer(requests.get(idempotencyKey!)!)
    },
    read: async (id) => {
      reach('read')
      return answer(requests.get(id)!)
    },
    abandon: async (key) => {
      reach('abandon')
      spentKeys.add(key)
      const found = requests.get(key)
      if (found?.status === 'new' && found.restUntil === undefined) change(key, { status: 'cancelled' })
      return answer(requests.get(key))
    },
    cancel: async (id, approvalCode) => {
      reach(approvalCode === undefined ? 'cancel' : `cancel with ${approvalCode}`)
      if (refusal !== undefined) throw new CallError(403, refusal)
      if (requests.get(id)!.status === 'paid') throw new CallError(403, 'REQUEST_PAID')
      change(id, { status: 'cancelled', paidBy: undefined })
      answer(undefined)
    },
    take: async (id, { tender, amount, key }) => {
      reach(`take ${tender}`)
      if (refusal !== undefined) throw new CallError(403, refusal)
      if (takings.has(key)) return answer(undefined)
      if (requests.get(id)!.remainingAmount < amount) throw new CallError(403, 'REQUEST_PAID')
      takings.set(key, amount)
      change(id, { status: 'paid', remainingAmount: cents(0) })
      return answer(undefined)
    },
    offerRest: async (id, barcode) => {
      reach(`offer ${barcode ?? 'link'}`)
      if (refusal !== undefined) throw new CallError(403, refusal)
      return answer(requests.get(id)!)
    },
    giveBack: async (id) => {
      reach('giveBack')
      change(id, { status: 'cancelled' })
    },
    answerCondition: async (id, condition, accepts) => {
      reach(`${accepts ? 'accept' : 'decline'} ${condition}`)
      change(id, { merchantConditions: [], status: accepts ? 'new' : 'cancelled' })
    },
  }
  const stored = inMemory<StoredSale>()
  let ids = 0
  const startEngine = () =>
    createSaleEngine({
      api,
      stored,
      newId: () => `sale${++ids}`,
      now: () => new Date(now),
      wait: () => new Promise((resolve) => waiting.add(() => resolve())),
    })
  let engine = startEngine()
  return {
    get engine() {
      return engine
    },
    calls,
    takings,
    requests,
    change,
    get view() {
      return engine.read()
    },
    typed: (typed: string) => engine.setBasket({ lines: [], typed }),
    charge: (barcode?: string) =>
      engine.charge({ configId: 'mc', deviceId: 'd', terminalId: 't', operatorId: 'p', lineItems: [], ...(barcode !== undefined && { barcode }) }),
    connect: (to: boolean) => void (isConnected = to),
    refuse: (code: string | undefined) => void (refusal = code),
    loseAnswers: (loses: boolean) => void (losesAnswers = loses),
    /** Lets time pass in steps of a second, and everything that waits go on. */
    pass: async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        now += 1000
        for (const resolve of waiting) resolve()
        waiting.clear()
        // oxlint-disable-next-line no-await-in-loop -- one second after the other
        await new Promise((resolve) => setTimeout(resolve))
      }
    },
    /** The app is killed and started again: only what is stored is left. */
    restart: () => {
      engine.stop()
      engine = startEngine()
      engine.resume()
    },
  }
}
