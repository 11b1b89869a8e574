import { Trans, useLingui } from '@lingui/react/macro'
import { NoSignalContext, OfflineBanner } from '@nikau/ui'
import { Suspense, useEffect, useState } from 'react'
import { BankReturnScreen, CheckoutScreen } from '../features/checkout/index.ts'
import { lazyScreen } from '../lib/lazy-screen.ts'
import { base, paths, urlOf } from '../lib/paths.ts'
import { reporting } from '../lib/reporting.ts'
import { useOnline } from '../lib/useOnline.ts'

type Route = { name: 'pay' | 'card' | 'verify' | 'link'; id: string } | { name: 'return'; bank: string }

/** Loaded on demand, because few customers pay with it. */
const FarmCardScreen = lazyScreen(async () => {
  const [feature] = await Promise.all([import('../features/farm-card/index.ts'), import('./farm-card.css')])
  return feature.FarmCardScreen
})

/** Loaded on demand, with the fields that only it has. */
const LinkScreen = lazyScreen(async () => {
  const [feature] = await Promise.all([import('../features/payment-link/index.ts'), import('./payment-link.css')])
  return feature.LinkScreen
})

/** The server sends this page for these paths only. */
function parseRoute(pathname: string): Route {
  const [first = '', second = '', third = '', fourth] = pathname.slice(base.length + 1).split('/')
  if (first === 'pay') return { name: 'pay', id: decodeURIComponent(second) }
  if (first === 'l') return { name: 'link', id: decodeURIComponent(second) }
  if (first === 'farmlands') return { name: fourth === 'verify' ? 'verify' : 'card', id: decodeURIComponent(third) }
  return { name: 'return', bank: first }
}

const pathTo = { pay: paths.pay, card: paths.farmlandsPay, verify: paths.farmlandsVerify }
const screenNames = { pay: 'checkout', card: 'farm-card', verify: 'farm-card-verify', link: 'payment-link', return: 'bank-return' }

/** The pages of the public checkout. Without signal the bar on top says so, and whatever would start a payment. */
export function CheckoutRouter() {
  const noSignal = useOnline() ? undefined : <Trans>No signal</Trans>
  return (
    <NoSignalContext value={noSignal}>
      {noSignal && <OfflineBanner>{noSignal}</OfflineBanner>}
      <Pages />
    </NoSignalContext>
  )
}

/** Routing for the few pages of the public checkout, without a router library. */
function Pages() {
  const { t } = useLingui()
  const [route, setRoute] = useState(() => parseRoute(location.pathname))
  useEffect(() => {
    const titles = {
      pay: t`Pay | Nikau`,
      card: t`Pay By Farmlands Card | Nikau`,
      verify: t`Verify card | Nikau`,
      link: t`Pay | Nikau`,
      return: t`Pay processing | Nikau`,
    }
    document.title = titles[route.name]
    reporting.setScreen(screenNames[route.name])
  }, [route.name, t])
  useEffect(() => {
    const onPopState = () => {
      const next = parseRoute(location.pathname)
      if (next.name !== 'return') setRoute(next)
    }
    addEventListener('popstate', onPopState)
    return () => removeEventListener('popstate', onPopState)
  }, [])
  /** Only the step from the card to its code adds a history entry; all other pages are finished when they are left. */
  const go = (name: keyof typeof pathTo, id: string) => {
    history[name === 'verify' ? 'pushState' : 'replaceState'](null, '', urlOf(pathTo[name](id)))
    setRoute({ name, id })
  }
  if (route.name === 'link')
    return (
      <Suspense fallback={<div aria-busy="true" />}>
        <LinkScreen key={route.id} id={route.id} />
      </Suspense>
    )
  if (route.name === 'pay') return <CheckoutScreen key={route.id} id={route.id} />
  if (route.name !== 'return')
    return (
      <Suspense fallback={<div aria-busy="true" />}>
        <FarmCardScreen key={route.id} id={route.id} step={route.name} go={(to) => go(to, route.id)} />
      </Suspense>
    )
  return (
    <BankReturnScreen
      bank={route.bank}
      hash={location.hash}
      // Replaced, because going back must not settle the same return again.
      onDone={(id) => go('pay', id)}
      onUnknown={() => location.replace(urlOf(paths.notFound))}
    />
  )
}
