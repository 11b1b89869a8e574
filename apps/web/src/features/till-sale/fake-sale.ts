import type { PaymentRequest } from '@nikau/contract/payment-requests'
import { refusalOfStatus, statusAt } from '@nikau/contract/payment-request-states'
import { add, type Cents, cents, zero } from '@nikau/money'
import { CallError } from '../../lib/call-error.ts'
import type { StoredValue } from '../../lib/stored-value.ts'
import { createSaleEngine } from './engine.ts'
import type { StoredSale, TillOfSale } from './sale.ts'
import type { SaleAside } from './sale-aside.ts'
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
  const reported: unknown[] = []
  let [isConnected, losesAnswers, garblesAnswers] = [true, false, false]
  let now = 0
  let refusal: { code: string; status: number } | undefined
  /** A charge that is on its way until it is let go. */
  let held: Promise<void> | undefined
  const waiting = new Set<() => void>()
  const reach = (name: string) => {
    calls.push(name)
    if (!isConnected) throw new CallError(0, 'NETWORK')
  }
  const answer = <T>(result: T): T => {
    if (garblesAnswers) throw new SyntaxError('Unexpected token')
    if (losesAnswers) throw new CallError(0, 'NETWORK')
    return result
  }
  const change = (id: string, more: Partial<PaymentRequest>) => requests.set(id, { ...requests.get(id)!, ...more })
  /** As the server reads it: a request that is still new is expired from its expiry on. */
  const present = (id: string): PaymentRequest => {
    const request = requests.get(id)!
    return { ...request, status: statusAt(request, new Date(now)) }
  }
  const refusalIf = () => {
    if (refusal !== undefined) throw new CallError(refusal.status, refusal.code)
  }
  const cancelNew = (id: string) =>
    change(id, { status: 'cancelled', remainingAmount: requests.get(id)!.value.amount, paidBy: undefined, restUntil: undefined })
  const api: SaleApi = {
    create: async ({ idempotencyKey, value: { amount } }) => {
      reach('create')
      if (held) await held
      refusalIf()
      if (spentKeys.has(idempotencyKey!)) throw new CallError(403, 'SALE_ABANDONED')
      if (!requests.has(idempotencyKey!)) requests.set(idempotencyKey!, requestOf(idempotencyKey!, amount, { expiresAt: new Date(now + 120_000) }))
      return answer(present(idempotencyKey!))
    },
    read: async (id) => {
      reach('read')
      return answer(present(id))
    },
    abandon: async (key) => {
      reach('abandon')
      spentKeys.add(key)
      if (!requests.has(key)) return answer(undefined)
      if (present(key).status === 'new' && requests.get(key)!.restUntil === undefined) cancelNew(key)
      return answer(present(key))
    },
    cancel: async (id) => {
      reach('cancel')
      refusalIf()
      const { status } = present(id)
      if (status !== 'new') throw new CallError(403, refusalOfStatus[status])
      cancelNew(id)
      answer(undefined)
    },
    take: async (id, { tender, amount, key }) => {
      reach(`take ${tender}`)
      refusalIf()
      if (takings.has(key)) return answer(undefined)
      if (requests.get(id)!.remainingAmount < amount) throw new CallError(403, 'REQUEST_PAID')
      takings.set(key, amount)
      change(id, { status: 'paid', remainingAmount: cents(0) })
      return answer(undefined)
    },
    offerRest: async (id, barcode) => {
      reach(`offer ${barcode ?? 'link'}`)
      refusalIf()
      return answer(present(id))
    },
    giveBack: async (id) => {
      reach('giveBack')
      const { status, paidBy, refundedAmount = 0n } = present(id)
      if (status === 'expired') throw new CallError(403, 'REQUEST_EXPIRED')
      if (status === 'new') cancelNew(id)
      if (status === 'paid') {
        refusalIf()
        const received = add(zero, ...(paidBy?.assetTotals ?? []).map(({ total }) => total.amount))
        if (received > 0n && refundedAmount >= received) throw new CallError(403, 'ALREADY_REFUNDED')
        // The legs stay on a voided request.
        change(id, { status: 'cancelled', refundedAmount: received })
      }
      return answer(undefined)
    },
    answerCondition: async (id, condition, accepts) => {
      reach(`${accepts ? 'accept' : 'decline'} ${condition}`)
      change(id, { merchantConditions: [], status: accepts ? 'new' : 'cancelled' })
    },
  }
  const stored = inMemory<StoredSale>()
  const aside = inMemory<SaleAside[]>()
  let at: TillOfSale = { id: 'till1', name: 'Till 1' }
  let ids = 0
  const startEngine = () =>
    createSaleEngine({
      api,
      stored,
      aside,
      till: () => at,
      newId: () => `sale${++ids}`,
      now: () => new Date(now),
      report: (error) => void reported.push(error),
      wait: () => new Promise((resolve) => waiting.add(() => resolve())),
    })
  let engine = startEngine()
  return {
    get engine() {
      return engine
    },
    calls,
    reported,
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
    refuse: (code: string | undefined, status = 403) => void (refusal = code === undefined ? undefined : { code, status }),
    /** Charges wait until this is called off. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = undefined
        resolve()
      }
    },
    /** The device is paired with another till, while the page stays. */
    pairWith: (next: TillOfSale) => {
      engine.stop()
      at = next
      engine.resume()
    },
    /** What another tab of the device sees and does: the same storage, and a memory of its own. */
    otherTab: () => startEngine(),
    loseAnswers: (loses: boolean) => void (losesAnswers = loses),
    garbleAnswers: (garbles: boolean) => void (garblesAnswers = garbles),
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
