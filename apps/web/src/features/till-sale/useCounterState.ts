import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { currentTurn, isOffline, pairing } from '../till-device/index.ts'
import { type Basket, lineItemsOf } from './basket.ts'
import type { Counter, CounterView } from './counter.ts'
import { readCode } from './customer-code.ts'
import { deviceId } from './device-id.ts'
import { saleEngine } from './engine-instance.ts'
import { hasRest, saleTotal } from './sale.ts'
import { useHandScanner } from './useHandScanner.ts'

/** Where the person is, and what a scan does there. */
export function useCounterState(): Counter {
  const { t } = useLingui()
  const [view, setView] = useState<CounterView>({ at: 'sale' })
  const [misread, setMisread] = useState<Counter['misread']>()
  const typed = useRef<{ before: Basket; at: number }>(undefined)

  const charge = (barcode?: string) => {
    const [till, turn] = [pairing.get()?.till, currentTurn.get()]
    // Without a connection nothing is charged, by a scan neither.
    if (!till?.configId || !turn || isOffline()) return
    const { sale, request } = saleEngine.read()
    setMisread(undefined)
    setView((now) => (now.at === 'scan' ? now : { at: 'sale' }))
    if (request && hasRest(request)) return void saleEngine.offerRest(barcode)
    void saleEngine.charge({
      configId: till.configId,
      deviceId: deviceId(),
      terminalId: till.id,
      operatorId: turn.personId,
      lineItems: lineItemsOf(sale.basket, t`Sale`),
      ...(barcode !== undefined && { barcode }),
    })
  }

  /** Another customer's code, for the rest of a part payment. */
  const scanForRest = (digits: string) => {
    const { request } = saleEngine.read()
    const read = readCode(digits)
    if (!request || !hasRest(request)) return
    if (read.kind === 'code') return charge(read.barcode)
    saleEngine.chooseRestAgain()
    setMisread(read.kind)
    setView({ at: 'scan' })
  }

  useHandScanner((digits, startedAt) => {
    if (!currentTurn.get()) return
    const { stage, sale } = saleEngine.read()
    if (stage === 'part-paid' || stage === 'rest-by-code' || stage === 'rest-by-link') return scanForRest(digits)
    if (stage === 'declined') saleEngine.tryAgain()
    else if (stage !== 'entry') return
    const earlier = typed.current
    typed.current = undefined
    // Its first digit was typed like that of a person. What a person typed before it stays.
    if (earlier?.at === startedAt) saleEngine.setBasket(earlier.before)
    const read = readCode(digits)
    if (saleTotal(saleEngine.read().sale) <= 0n) return setMisread('no-amount')
    if (read.kind === 'code') return charge(read.barcode)
    setMisread(read.kind)
    if (sale.charge === undefined) setView({ at: 'scan' })
  })

  return {
    view,
    go: (next) => {
      typed.current = undefined
      setMisread(undefined)
      if (next.at !== 'sale') saleEngine.clearProblem()
      setView(next)
    },
    charge,
    misread,
    clearMisread: () => {
      setMisread(undefined)
      saleEngine.clearProblem()
    },
    noteTyped: (before, at) => void (typed.current = { before, at }),
  }
}
