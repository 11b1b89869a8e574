import { Trans, useLingui } from '@lingui/react/macro'
import { listMerchantConfigs } from '@nikau/contract/merchant-configs'
import { CodeBlock, PortalCard } from '@nikau/ui'
import { useBusiness } from '../../lib/business.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { CopyText } from '../../lib/CopyText.tsx'
import { curlOf } from './curl.ts'

/** A payment request of this shop as a line for the terminal, with the configuration that it needs. */
export function FirstCall() {
  const { t } = useLingui()
  const { shop } = useBusiness()
  const configId = useEndpointQuery(listMerchantConfigs, { params: { merchantId: shop.id } }).data?.[0]?.id
  if (configId === undefined) return undefined
  const body = JSON.stringify({ configId, value: { amount: '1600', currency: 'NZD' }, idempotencyKey: 'order-1042' })
  const line = curlOf({ method: 'POST', path: '/api/payment-requests', body })
  return (
    <PortalCard title={<Trans>First call</Trans>} end={<CopyText text={line} />}>
      <CodeBlock label={t`A payment request by curl`}>{line}</CodeBlock>
    </PortalCard>
  )
}
