import { Trans, useLingui } from '@lingui/react/macro'
import { getMerchantFees, type MerchantFees } from '@nikau/contract/fees'
import { AssetMedia, Avatar, Icon, PortalCard, Switch } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useBusiness } from '../../lib/business.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { usePriceText } from '../../lib/fee-texts.ts'
import { methodFamilies, type MethodFamily, useMethodNames } from '../../lib/payment-methods.ts'

const feeMethods: Readonly<Record<MethodFamily, MerchantFees['inForce'][number]['method']>> = {
  'nikau.nzd': 'wallet',
  'nikau.token': 'token',
  'quartz-one-off.nzd': 'pay-by-bank',
  'asb-payap-one-off.nzd': 'pay-by-bank',
  'westpac-payap-one-off.nzd': 'pay-by-bank',
  'farmlands.nzd': 'farm-card',
}

const bank = (monogram: string) => <Avatar tone="bank">{monogram}</Avatar>
const marks: Readonly<Record<MethodFamily, ReactNode>> = {
  'nikau.nzd': (
    <Avatar shape="leaf" tone="in">
      <Icon name="wallet" />
    </Avatar>
  ),
  'nikau.token': <AssetMedia kind="coffee" />,
  'quartz-one-off.nzd': bank('BNZ'),
  'asb-payap-one-off.nzd': bank('ASB'),
  'westpac-payap-one-off.nzd': bank('WP'),
  'farmlands.nzd': <AssetMedia kind="farm" />,
}

interface MethodsCardProps {
  chosen: readonly MethodFamily[]
  onChange: (families: readonly MethodFamily[]) => void
  merchantId: string
}

/** How customers pay. The last method stays on. */
export function MethodsCard({ chosen, onChange, merchantId }: MethodsCardProps) {
  const { t } = useLingui()
  const { may } = useBusiness()
  const names = useMethodNames()
  const priceText = usePriceText()
  const fees = useEndpointQuery(getMerchantFees, { params: { merchantId } }, { enabled: may('fees:read') }).data
  const detailOf = (family: MethodFamily) => {
    const price = fees?.inForce.find(({ method }) => method === feeMethods[family])
    if (!price) return undefined
    const text = priceText(price)
    if (family === 'nikau.token') return t`Your own are free, others ${text}`
    return feeMethods[family] === 'pay-by-bank' ? t`Pay by bank, ${text}` : text
  }
  return (
    <PortalCard title={<Trans>Accepted methods</Trans>}>
      <ul className="settings-rows">
        {methodFamilies.map((family) => {
          const on = chosen.includes(family)
          const isLast = on && chosen.length === 1
          return (
            <li key={family} className="settings-row">
              {marks[family]}
              <div className="min-w-0 flex-1">
                <Switch
                  on={on}
                  isDisabled={isLast}
                  detail={isLast ? t`The last one stays on` : detailOf(family)}
                  onChange={(next) => onChange(methodFamilies.filter((other) => (other === family ? next : chosen.includes(other))))}
                >
                  {names[family]}
                </Switch>
              </div>
            </li>
          )
        })}
      </ul>
      <p className="pt-3 text-caption text-ink-2">
        <Trans>Requests that you have made already keep the methods and addresses they were made with.</Trans>
      </p>
    </PortalCard>
  )
}
