import { useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useState } from 'react'
import { CheckoutScreen, ReturnScreen } from '../features/checkout/index.ts'
import { lazyScreen } from '../lib/lazy-screen.ts'
import { addressOf, base, paths } from '../lib/paths.ts'
import { reporting } from '../lib/reporting.ts'

type At = { name: 'pay' | 'card' | 'verify'; id: string } | { name: 'return'; bank: string }

/** Few pay with it, so nobody else loads it. */
const FarmCardScreen = lazyScreen(async () => {
  const [feature] = await Promise.all([import('../features/farm-card/index.ts'), import('./farm-card.css')])
  return feature.FarmCardScreen
})

/** The server sends this page for a few kinds of address and no other. */
function placeOf(pathname: string): At {
  const [first = '', second = '', third = '', fourth] = pathname.slice(base.length + 1).split('/')
  if (first === 'pay') return { name: 'pay', id: decodeURIComponent(second) }
  if (first === 'farmlands') return { name: fourth === 'verify' ? 'verify' : 'card', id: decodeURIComponent(third) }
  return { name: 'return', bank: first }
}

const pathTo = { pay: paths.pay, card: paths.farmlandsPay, verify: paths.farmlandsVerify }
const reportedAs = { pay: 'checkout', card: 'farm-card', verify: 'farm-card-verify', return: 'bank-return' }

/** A few pages and the steps between them: no router is needed for that. */
export function Pages() {
  const { t } = useLingui()
  const [at, setAt] = useState(() => placeOf(location.pathname))
  useEffect(() => {
    const titles = { pay: t`Pay | Nikau`, card: t`Pay By Farmlands Card | Nikau`, verify: t`Verify card | Nikau`, return: t`Pay processing | Nikau` }
    document.title = titles[at.name]
    reporting.enter(reportedAs[at.name])
  }, [at.name, t])
  useEffect(() => {
    const moved = () => {
      const next = placeOf(location.pathname)
      if (next.name !== 'return') setAt(next)
    }
    addEventListener('popstate', moved)
    return () => removeEventListener('popstate', moved)
  }, [])
  /** Only the way from the card to its code is one to come back from; everything else takes the place of what is done. */
  const go = (name: keyof typeof pathTo, id: string) => {
    history[name === 'verify' ? 'pushState' : 'replaceState'](null, '', addressOf(pathTo[name](id)))
    setAt({ name, id })
  }
  if (at.name === 'pay') return <CheckoutScreen key={at.id} id={at.id} />
  if (at.name !== 'return')
    return (
      <Suspense fallback={<div aria-busy="true" />}>
        <FarmCardScreen key={at.id} id={at.id} at={at.name} go={(to) => go(to, at.id)} />
      </Suspense>
    )
  return (
    <ReturnScreen
      bank={at.bank}
      hash={location.hash}
      // The bank's answer has done its work: going back must not bring it up again.
      onDone={(id) => go('pay', id)}
      onUnknown={() => location.replace(addressOf(paths.notFound))}
    />
  )
}
