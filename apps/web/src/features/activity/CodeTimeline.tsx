import { Trans, useLingui } from '@lingui/react/macro'
import { format, zero } from '@nikau/money'
import { Icon, StatusChip, Timeline, type TimelineEvent } from '@nikau/ui'
import { useTimeLabel } from '../../lib/localized-text.ts'
import type { CodePayment } from './useCodePayment.ts'

interface CodeTimelineProps {
  request: CodePayment
  paidAt: Date
  /** The name of the asset, if it is not the wallet. */
  assetName: string | undefined
}

/** How a payment by the person's code came about. One by an offline code was made before the shop and shown after it. */
export function CodeTimeline({ request: { merchantName, offlineCode, barcode, createdAt }, paidAt, assetName }: CodeTimelineProps) {
  const { t } = useLingui()
  const time = useTimeLabel()
  const done = (key: string, text: string, at: Date, detail?: string): TimelineEvent => ({
    key,
    state: 'done',
    stateSpoken: t`Done`,
    text,
    ...(detail !== undefined && { detail }),
    time: time(at),
  })
  const digits = barcode?.slice(0, 4)
  const masked = digits === undefined ? undefined : `${digits} •••• •••• ••••`
  const limit = format(offlineCode?.limit ?? zero)
  const events = offlineCode
    ? [
        done('made', t`Your code was made`, offlineCode.createdAt, t`before you lost signal`),
        done('scanned', t`${merchantName} scanned it`, offlineCode.usedAt, masked),
        done('paid', t`Paid within your ${limit}`, paidAt),
        done('shown', t`Shown here`, offlineCode.shownAt, t`when you had signal again`),
      ]
    : [
        // A till creates the request with the code that it has just scanned.
        done('scanned', t`${merchantName} scanned your code`, createdAt, masked),
        done('paid', assetName === undefined ? t`Paid from your wallet` : t`Paid with ${assetName}`, paidAt),
      ]
  return <Timeline label={t`What happened`} events={events} />
}

export function OfflineCodeChip() {
  return (
    <StatusChip tone="info" icon={<Icon name="offline" size="xs" />}>
      <Trans>Offline code</Trans>
    </StatusChip>
  )
}
