import { Plural, Trans } from '@lingui/react/macro'
import type { WebhookDelivery } from '@nikau/contract/webhooks'
import { Icon, StatusChip } from '@nikau/ui'

export function DeliveryStatus({ delivery: { status, attempts } }: { delivery: WebhookDelivery }) {
  if (status === 'delivered')
    return (
      <StatusChip tone="positive">
        <Trans>Delivered</Trans>
      </StatusChip>
    )
  if (status === 'failed')
    return (
      <StatusChip tone="negative">
        <Trans>Failed</Trans>
      </StatusChip>
    )
  return (
    <StatusChip tone="warning" icon={<Icon name="refresh" size="xs" />}>
      {attempts === 0 ? <Trans>Waiting</Trans> : <Trans>Trying again</Trans>}
    </StatusChip>
  )
}

export function LastAnswer({ delivery: { lastResult, attempts } }: { delivery: WebhookDelivery }) {
  if (lastResult === undefined) return <Trans>Not sent yet</Trans>
  return (
    <>
      {lastResult}, <Plural value={attempts} one="# try" other="# tries" />
    </>
  )
}
