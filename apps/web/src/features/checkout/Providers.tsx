import { Trans } from '@lingui/react/macro'
import { Section } from '@nikau/ui'
import type { Provider } from './methods.ts'

/** Who can pay this request, by name and face. */
export function Providers({ of }: { of: Provider[] }) {
  if (of.length === 0) return null
  return (
    <Section size="s" title={<Trans>Works with</Trans>}>
      <ul className="checkout-badges">
        {of.map(({ name, logo }) => (
          <li key={name}>
            {logo !== undefined && <img src={logo} alt="" />}
            {name}
          </li>
        ))}
      </ul>
    </Section>
  )
}
