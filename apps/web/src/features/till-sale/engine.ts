import type { LineItem, PaymentRequest } from '@nikau/contract/payment-requests'
import { CallError } from '../../lib/call-error.ts'
import { serverNow } from '../../lib/server-clock.ts'
import type { StoredValue } from '../../lib/stored-value.ts'
import { type Basket, basketTotal } from './basket.ts'
import { createGiveBackEngine } from './give-back-engine.ts'
import { createRestEngine, type RestDeps } from './rest-engine.ts'
import { isGivenBack, newSale, ownRequest, type Returning, type Stage, stageOf, type StoredCharge, type StoredSale, type TillOfSale } from './sale.ts'
import { type SaleAside, saleAt, shownAside } from './sale-aside.ts'
import type { SaleApi } from './sale-api.ts'
import { createWatcher } from './watcher.ts'

export interface EngineDeps {
  api: SaleApi
  stored: StoredValue<StoredSale>
  /** Open charges of tills that this device was paired with before. */
  aside: StoredValue<SaleAside[]>
  /** The till that the device is paired with. */
  till: () => TillOfSale | undefined
  newId: () => string
  now: () => Date
  wait: (ms: number) => Promise<void>
  /** Of errors that no call explains. */
  report: (error: unknown) => void
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
  /** Open charges of other tills, of which the person is told. */
  aside: readonly StoredSale[]
}

const ended: readonly Stage[] = ['paid', 'declined', 'given-back']

/** Takes a sale from Charge to its end. At most one charge is open at a time, and a charge that was not answered is asked for by its key. */
export function createSaleEngine({ api, stored, aside, till, newId, now, wait, report }: EngineDeps) {
  const listeners = new Set<() => void>()
  let request: PaymentRequest | undefined
  let problem: CallError | undefined
  let isBusy = false
  let didNotArrive = false
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
  /** What was read of a charge before this one is no news of it. */
  const see = (next: PaymentRequest) => {
    const { charge } = sale()
    if (!charge || (charge.requestId !== undefined && charge.requestId !== next.id)) return
    const before = ownRequest(charge, request)
    // Somebody has paid a part of the rest.
    if (charge.awaits && before && before.remainingAmount !== next.remainingAmount) updateCharge({ awaits: undefined })
    request = next
    if (charge.requestId === undefined) updateCharge({ requestId: next.id })
    if (charge.returning?.isUnknown) seeReturning(charge.returning, next)
  }
  /** How giving back went whose answer was lost. A payment may be voided yet; a part payment whose rest has come is not cancelled any more. */
  const seeReturning = (returning: Returning, next: PaymentRequest) => {
    const { by, legs } = returning
    const isDone = next.status === 'cancelled' || isGivenBack(next)
    const isRefused = !isDone && by === 'cancel' && next.status !== 'new'
    if (isDone || isRefused) problem = undefined
    if (isDone) updateCharge({ returning: { by, legs, isDone } })
    else if (isRefused) updateCharge({ returning: undefined })
    else if (!returning.isStillPaid) updateCharge({ returning: { ...returning, isStillPaid: true } })
  }
  const isOpenCharge = (key: string) => sale().charge?.key === key

  const read = (): SaleView => {
    if (view) return view
    const now = sale()
    const own = ownRequest(now.charge, request)
    return (view = { sale: now, stage: stageOf(now.charge, own), request: own, problem, isBusy, didNotArrive, aside: shownAside(aside.get()) })
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

  const changeCharge = (change: Partial<StoredCharge>) => {
    updateCharge(change)
    emit()
  }
  const known = { api, charge: () => sale().charge, request: () => ownRequest(sale().charge, request), see }
  const watcher = createWatcher({
    ...known,
    update: updateCharge,
    now,
    wait,
    report,
    emit,
    record: async (charge) => {
      if (!isBusy) await act(async () => await rest.record(charge))
    },
    forget: () => {
      didNotArrive = true
      request = undefined
      update({ charge: undefined })
    },
  })
  const { follow, isOpen } = watcher
  const deps: RestDeps = { ...known, update: changeCharge, act, follow }
  const rest = createRestEngine(deps)

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
    /** At the start of the app, and after it was paired: goes on with the charge of this till that was open. */
    resume: () => {
      watcher.start()
      emit()
      const at = till()
      if (at) {
        const kept = { sale: sale(), aside: aside.get() ?? [] }
        const next = saleAt(at, { ...kept, isEnded: ended.includes(read().stage), newSale: () => newSale(newId()) })
        if (next.sale !== kept.sale) stored.set(next.sale)
        if (next.aside !== kept.aside) aside.set(next.aside)
      }
      emit()
      const { charge } = sale()
      // What is on its way from this page settles itself.
      if (!charge || isBusy) return
      if (charge.requestId === undefined && !charge.isInDoubt) updateCharge({ isInDoubt: true })
      if (charge.returning && !charge.returning.isDone) updateCharge({ returning: { ...charge.returning, isUnknown: true } })
      emit()
      follow(charge.key)
    },
    stop: watcher.stop,
    setBasket: (basket: Basket) => {
      if (sale().charge) return
      didNotArrive = false
      problem = undefined
      update({ basket })
      emit()
    },
    /** The person has read of an open charge of another till. It is still kept, for when the device is paired with that one again. */
    hideAside: (id: string) => {
      aside.set((aside.get() ?? []).map((kept) => (kept.id === id ? { ...kept, isHidden: true } : kept)))
      emit()
    },
    /** Reads a charge that has ended once more: it may have been given back from the list or the portal. */
    lookAgain: async () => {
      const { stage, request: seen, sale: shown } = read()
      const key = shown.charge?.key
      if (!seen || key === undefined || isBusy || watcher.isBusy() || !(ended.includes(stage) || stage === 'part-paid')) return
      try {
        const next = await api.read(seen.id)
        if (isBusy || !isOpenCharge(key)) return
        see(next)
        emit()
        if (isOpen(next)) follow(key)
      } catch (error) {
        // It stays as it was last told.
        if (!(error instanceof CallError)) throw error
      }
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
      update({ charges, till: till(), charge: { key, amount, by: barcode === undefined ? 'qr' : 'code', at: now().toISOString() } })
      const value = { amount, currency: 'NZD' as const }
      const terms = { conditionsEnabled: true, partialAllowed: true, basketAmount: amount, idempotencyKey: key }
      let isAsked = false
      try {
        isAsked = await act(async () => {
          const made = await api.create({ ...fields, ...(barcode !== undefined && { barcode }), value, ...terms })
          if (isOpenCharge(key)) see(made)
        })
      } finally {
        if (!isAsked && isOpenCharge(key)) {
          if (problem && madeNothing(problem)) update({ charge: undefined })
          else updateCharge({ isInDoubt: true })
          emit()
        }
        if (isOpenCharge(key)) follow(key)
      }
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
      follow(charge.key)
    },
    answerCondition: async (conditionId: string, accepts: boolean) => {
      const { charge } = sale()
      if (!charge?.requestId) return
      const { requestId } = charge
      await act(async () => {
        await api.answerCondition(requestId, conditionId, accepts)
        see(await api.read(requestId))
      })
      follow(charge.key)
    },
    giveBack: createGiveBackEngine(deps),
    takeRest: rest.take,
    offerRest: rest.offer,
    chooseRestAgain: rest.chooseAgain,
    /** The same basket again, after a charge that ended without money. */
    tryAgain: () => {
      if (read().stage !== 'declined') return
      request = undefined
      problem = undefined
      update({ charge: undefined })
      emit()
    },
    startNewSale: () => {
      const { stage, sale: now } = read()
      if (stage === 'recording' || stage === 'waiting' || stage === 'condition' || stage === 'starting' || stage === 'checking') return
      if (stage === 'giving-back' && !now.charge?.returning?.isStillPaid) return
      request = undefined
      problem = undefined
      didNotArrive = false
      stored.set(newSale(newId()))
      emit()
    },
  }
}

/** A refusal made nothing, and neither does a call too many. A key that is used already made something with another code. */
const madeNothing = (problem: CallError): boolean => (problem.isRefusal && problem.status !== 422) || problem.code === 'RATE_LIMIT_EXCEEDED'

export const realDeps = {
  newId: () => crypto.randomUUID(),
  now: serverNow,
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  report: (error: unknown) => reportError(error),
}
