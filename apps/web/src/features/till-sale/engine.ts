import type { LineItem, PaymentRequest } from '@nikau/contract/payment-requests'
import type { Cents } from '@nikau/money'
import { CallError } from '../../lib/call-error.ts'
import { serverNow } from '../../lib/server-clock.ts'
import type { StoredValue } from '../../lib/stored-value.ts'
import { type Basket, basketTotal } from './basket.ts'
import { createRestEngine } from './rest-engine.ts'
import { hasRest, newSale, type Stage, stageOf, type StoredCharge, type StoredSale } from './sale.ts'
import type { SaleApi } from './sale-api.ts'

const pollMs = 1000
/** A payment that is under way when the request expires may still end. */
const giveUpAfterMs = 10_000
/** A gap in the connection that is shorter changes nothing on the screen. */
const doubtAfterMs = 5000
const askAgainMs = 2000

export interface EngineDeps {
  api: SaleApi
  stored: StoredValue<StoredSale>
  newId: () => string
  now: () => Date
  wait: (ms: number) => Promise<void>
}

/** What a screen sees. `request` is as the server last told it, never as the till expects it to become. */
export interface SaleView {
  sale: StoredSale
  stage: Stage
  request: PaymentRequest | undefined
  /** The last call that was refused, until the next one. */
  problem: CallError | undefined
  /** An action is on its way. */
  isBusy: boolean
  /** Nothing of the last charge reached the server. */
  didNotArrive: boolean
}

/** Takes a sale from Charge to its end. At most one charge is open at a time, and a charge that was not answered is asked for by its key. */
export function createSaleEngine({ api, stored, newId, now, wait }: EngineDeps) {
  const listeners = new Set<() => void>()
  let request: PaymentRequest | undefined
  let problem: CallError | undefined
  let isBusy = false
  let didNotArrive = false
  /** The charge that is being watched. */
  let watched: string | undefined
  let isStopped = false
  let wake = () => {}
  let view: SaleView | undefined

  const emit = () => {
    view = undefined
    for (const listener of listeners) listener()
  }
  const sale = (): StoredSale => {
    const kept = stored.get()
    if (kept) return kept
    const fresh = newSale(newId())
    stored.set(fresh)
    return fresh
  }
  const update = (change: Partial<StoredSale>) => stored.set({ ...sale(), ...change })
  const updateCharge = (change: Partial<StoredCharge>) => {
    const { charge } = sale()
    if (charge) update({ charge: { ...charge, ...change } })
  }
  const see = (next: PaymentRequest) => {
    // Somebody has paid a part of the rest.
    if (sale().charge?.awaits && request && request.remainingAmount !== next.remainingAmount) updateCharge({ awaits: undefined })
    request = next
    if (sale().charge?.requestId !== next.id) updateCharge({ requestId: next.id })
  }

  const read = (): SaleView => (view ??= { sale: sale(), stage: stageOf(sale().charge, request), request, problem, isBusy, didNotArrive })

  /** Follows the charge until it has ended, whatever happens to the connection or the page. */
  async function watch(key: string): Promise<void> {
    if (watched === key) return
    watched = key
    let silentSince: Date | undefined
    // oxlint-disable-next-line no-unmodified-loop-condition -- changed by stop, between two steps
    while (!isStopped && sale().charge?.key === key) {
      const { charge } = sale()
      try {
        // oxlint-disable-next-line no-await-in-loop -- one call after the other
        const goesOn = await step(charge!)
        silentSince = undefined
        emit()
        if (!goesOn) break
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        silentSince ??= now()
        // Of a part payment the till knows what is paid, and of what it took that it has to be recorded.
        const isKnown = sale().charge?.taking !== undefined || (request !== undefined && hasRest(request))
        if (!isKnown && now().getTime() - silentSince.getTime() >= doubtAfterMs) updateCharge({ isInDoubt: true })
        emit()
      }
      const pause = sale().charge?.isInDoubt ? askAgainMs : pollMs
      // oxlint-disable-next-line no-loop-func
      await Promise.race([wait(pause), new Promise<void>((resolve) => (wake = resolve))])
    }
    if (watched === key) watched = undefined
  }

  /** One look at the charge; false when there is nothing more to wait for. */
  async function step(charge: StoredCharge): Promise<boolean> {
    if (charge.isInDoubt || charge.requestId === undefined) return await settleDoubt(charge)
    if (charge.taking) {
      if (!isBusy) await act(async () => await rest.record(charge))
      return true
    }
    const seen = await api.read(charge.requestId)
    if (sale().charge?.key !== charge.key) return false
    see(seen)
    if (seen.status !== 'new') return false
    if (now().getTime() > seen.expiresAt.getTime() + giveUpAfterMs) return await settleDoubt(charge)
    return true
  }

  /** The server cancels what is still new, leaves what is paid, and lets the key make nothing later. */
  async function settleDoubt(charge: StoredCharge): Promise<boolean> {
    const found = await api.abandon(charge.key)
    if (sale().charge?.key !== charge.key) return false
    if (found) {
      updateCharge({ isInDoubt: undefined })
      see(found)
      return found.status === 'new'
    }
    didNotArrive = true
    request = undefined
    update({ charge: undefined })
    return false
  }

  /** Runs an action of the person at the till, one at a time. A refusal is shown; without an answer the watcher finds out. */
  async function act(action: () => Promise<unknown>): Promise<boolean> {
    if (isBusy) return false
    isBusy = true
    problem = undefined
    emit()
    try {
      await action()
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      problem = error
      return false
    } finally {
      isBusy = false
      emit()
    }
  }

  const rewatch = (key: string) => {
    if (watched === key) wake()
    else void watch(key)
  }

  const changeCharge = (change: Partial<StoredCharge>) => {
    updateCharge(change)
    emit()
  }
  const rest = createRestEngine({ api, charge: () => sale().charge, request: () => request, update: changeCharge, see, act, follow: rewatch })

  return {
    read,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      const off = stored.subscribe(emit)
      return () => {
        listeners.delete(listener)
        off()
      }
    },
    /** At the start of the app: goes on with the charge that was open when it ended. */
    resume: () => {
      isStopped = false
      const { charge } = sale()
      if (!charge) return
      if (charge.requestId === undefined && !charge.isInDoubt) updateCharge({ isInDoubt: true })
      void watch(charge.key)
    },
    stop: () => {
      isStopped = true
      wake()
    },
    setBasket: (basket: Basket) => {
      if (sale().charge) return
      didNotArrive = false
      problem = undefined
      update({ basket })
      emit()
    },
    clearProblem: () => {
      problem = undefined
      emit()
    },
    /** Asks for the basket. Pressed twice, it asks once: the key is kept before the call is made. */
    charge: async (ask: { configId: string; deviceId: string; terminalId: string; operatorId: string; barcode?: string; lineItems: LineItem[] }) => {
      const before = sale()
      const amount = basketTotal(before.basket)
      if (before.charge || isBusy || amount <= 0n) return
      const charges = before.charges + 1
      const key = `${before.id}.${charges}`
      const { barcode, ...fields } = ask
      request = undefined
      didNotArrive = false
      update({ charges, charge: { key, amount, by: barcode === undefined ? 'qr' : 'code', at: now().toISOString() } })
      const value = { amount, currency: 'NZD' as const }
      const terms = { conditionsEnabled: true, partialAllowed: true, basketAmount: amount, idempotencyKey: key }
      const isAsked = await act(async () => see(await api.create({ ...fields, ...(barcode !== undefined && { barcode }), value, ...terms })))
      if (!isAsked) {
        // A refusal made nothing. Anything else may have.
        if (problem?.isRefusal) update({ charge: undefined })
        else updateCharge({ isInDoubt: true })
        emit()
      }
      if (sale().charge) rewatch(key)
    },
    /** Refused when the customer was faster, and then the payment is shown. */
    cancel: async () => {
      const { charge } = sale()
      if (!charge?.requestId) return
      const { requestId } = charge
      await act(async () => {
        try {
          await api.cancel(requestId)
        } catch (error) {
          if (!(error instanceof CallError) || !error.isRefusal || error.code === 'TILL_SIGN_ON_REQUIRED') throw error
        }
        see(await api.read(requestId))
      })
      rewatch(charge.key)
    },
    answerCondition: async (conditionId: string, accepts: boolean) => {
      const { charge } = sale()
      if (!charge?.requestId) return
      const { requestId } = charge
      await act(async () => {
        await api.answerCondition(requestId, conditionId, accepts)
        see(await api.read(requestId))
      })
      rewatch(charge.key)
    },
    /** Gives everything back, each part to where it came from. */
    giveBack: async (approvalCode?: string) => {
      const { charge } = sale()
      if (!charge?.requestId) return false
      const { requestId } = charge
      return await act(async () => {
        if (request && hasRest(request)) return await rest.giveBack(requestId, request, approvalCode)
        await api.giveBack(requestId, approvalCode)
        updateCharge({ isGivenBack: true })
        see(await api.read(requestId))
      })
    },
    takeRest: rest.take,
    offerRest: rest.offer,
    chooseRestAgain: rest.chooseAgain,
    /** Goes on with an earlier part payment of this till, to take its rest. False while another sale is at the counter. */
    takeUp: (earlier: { key: string; requestId: string; amount: Cents; at: Date }) => {
      const { stage, sale: current } = read()
      if (stage !== 'entry' || basketTotal(current.basket) > 0n) return false
      const { key, requestId, amount } = earlier
      request = undefined
      problem = undefined
      didNotArrive = false
      const basket = { lines: [], typed: amount.toString() }
      stored.set({ ...newSale(newId()), basket, charge: { key, amount, by: 'qr', at: earlier.at.toISOString(), requestId } })
      emit()
      rewatch(key)
      return true
    },
    /** The same basket again, after a charge that ended without money. */
    tryAgain: () => {
      if (read().stage !== 'declined') return
      request = undefined
      problem = undefined
      update({ charge: undefined })
      emit()
    },
    startNewSale: () => {
      const { stage } = read()
      if (stage === 'recording' || stage === 'waiting' || stage === 'condition' || stage === 'starting' || stage === 'checking') return
      request = undefined
      problem = undefined
      didNotArrive = false
      stored.set(newSale(newId()))
      emit()
    },
  }
}

export const realDeps = { newId: () => crypto.randomUUID(), now: serverNow, wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)) }
