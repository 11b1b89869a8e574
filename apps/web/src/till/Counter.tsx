import { useEffect } from 'react'
import { CounterContext, ItemsScreen, PersonScreen, SaleScreens, useCounterState } from '../features/till-sale/index.ts'

/** The screens of a person at the till. The sale goes on behind the others. */
export function Counter() {
  const counter = useCounterState()
  const { at } = counter.view
  return (
    <CounterContext value={counter}>
      <Focus of={at} />
      {at === 'person' ? <PersonScreen /> : at === 'items' ? <ItemsScreen /> : <SaleScreens />}
    </CounterContext>
  )
}

/** A new screen starts at its top, and the keyboard with it. */
function Focus({ of }: { of: string }) {
  useEffect(() => {
    scrollTo(0, 0)
    if (document.activeElement instanceof HTMLElement && document.activeElement !== document.body) return
    const heading = document.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [of])
  return undefined
}
