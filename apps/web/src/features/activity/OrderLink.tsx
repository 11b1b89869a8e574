import { Trans } from '@lingui/react/macro'
import { getPaymentRequestSummary } from '@nikau/contract/payment-requests'
import { Icon, LinkButton } from '@nikau/ui'
import { useAnswer } from '../../lib/hooks.ts'
import { paths } from '../../lib/paths.ts'

/** To what was bought and how it was paid. Only a request that is still there and paid has such a page. */
export function OrderLink({ requestId }: { requestId: string }) {
  const { data } = useAnswer(getPaymentRequestSummary, { params: { id: requestId } })
  if (data?.status !== 'paid') return undefined
  return (
    <LinkButton full href={paths.paymentSummary(requestId)} icon={<Icon name="bag" size="s" />}>
      <Trans>View order</Trans>
    </LinkButton>
  )
}
