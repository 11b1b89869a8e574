import { Trans } from '@lingui/react/macro'
import { getPaymentRequestSummary } from '@nikau/contract/payment-requests'
import { Icon, LinkButton } from '@nikau/ui'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'

/** Links to the payment summary. Only a paid request that still exists has one. */
export function OrderLink({ requestId }: { requestId: string }) {
  const { data } = useEndpointQuery(getPaymentRequestSummary, { params: { id: requestId } })
  if (data?.status !== 'paid') return undefined
  return (
    <LinkButton full href={paths.paymentSummary(requestId)} icon={<Icon name="bag" size="s" />}>
      <Trans>View order</Trans>
    </LinkButton>
  )
}
