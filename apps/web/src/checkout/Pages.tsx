import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { CheckoutScreen, ReturnScreen } from '../features/checkout/index.ts'
import { addressOf, base, paths } from '../lib/paths.ts'
import { reporting } from '../lib/reporting.ts'

type At = { name: 'pay'; id: string } | { name: 'return'; bank: string }

/** The server sends this page for two kinds of address and no other. */
function placeOf(pathname: string): At {
  const [first = '', second = ''] = pathname.slice(base.length + 1).split('/')
  return first === 'pay' ? { name: 'pay', id: decodeURIComponent(second) } : { name: 'return', bank: first }
}

/** Two pages and one step between them: no router is needed for that. */
export function Pages() {
  const { t } = useLingui()
  const [at, setAt] = useState(() => placeOf(location.pathname))
  useEffect(() => {
    document.title = at.name === 'pay' ? t`Pay | Nikau` : t`Pay processing | Nikau`
    reporting.enter(at.name === 'pay' ? 'checkout' : 'bank-return')
  }, [at.name, t])
  if (at.name === 'pay') return <CheckoutScreen key={at.id} id={at.id} />
  return (
    <ReturnScreen
      bank={at.bank}
      hash={location.hash}
      onDone={(id) => {
        // The bank's answer has done its work: going back must not bring it up again.
        history.replaceState(null, '', addressOf(paths.pay(id)))
        setAt({ name: 'pay', id })
      }}
      onUnknown={() => location.replace(addressOf(paths.notFound))}
    />
  )
}
