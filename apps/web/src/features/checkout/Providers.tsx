import { Trans } from '@lingui/react/macro'
import { Section } from '@nikau/ui'
import type { Provider } from './methods.ts'

/** The wallets that can pay this request. */
export function Providers({ providers }: { providers: Provider[] }) {
  if (providers.length === 0) return null
  return (
    <Section size="s" title={<Trans>Works with</Trans>}>
      <ul className="checkout-badges">
        {providers.map(({ name, logo }) => (
          <li key={name}>
            {logo !== undefined && <img src={logo} alt="" />}
            {name}
          </li>
        ))}
      </ul>
    </Section>
  )
}
