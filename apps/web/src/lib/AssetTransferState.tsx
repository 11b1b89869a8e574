import { Trans } from '@lingui/react/macro'
import type { AssetTransfer } from '@nikau/contract/asset-transfers'
import { format } from '@nikau/money'
import { BanIcon, Icon, StatusChip, UndoIcon } from '@nikau/ui'
import { isByEmail, wasImmediate } from './asset-transfer-state.ts'

/** Came back is neutral; only a failure is red. */
export function TransferChip({ transfer }: { transfer: AssetTransfer }) {
  const back = <UndoIcon size="xs" />
  switch (transfer.status) {
    case 'created':
    case 'sent':
      return (
        <StatusChip tone="warning">
          <Trans>Waiting to be claimed</Trans>
        </StatusChip>
      )
    case 'claimed':
      return (
        <StatusChip tone="positive">{transfer.direction === 'received' || wasImmediate(transfer) ? <Trans>Done</Trans> : <Trans>Claimed</Trans>}</StatusChip>
      )
    case 'cancelled':
      return (
        <StatusChip icon={back}>
          <Trans>Recalled</Trans>
        </StatusChip>
      )
    case 'declined':
      return (
        <StatusChip icon={<BanIcon size="xs" />}>
          <Trans>Declined</Trans>
        </StatusChip>
      )
    case 'expired':
      return (
        <StatusChip icon={<Icon name="clock" size="xs" />}>
          <Trans>Expired</Trans>
        </StatusChip>
      )
    case 'returned':
      return (
        <StatusChip icon={back}>
          <Trans>Returned</Trans>
        </StatusChip>
      )
    case 'failed':
      return (
        <StatusChip tone="negative">
          <Trans>Failed</Trans>
        </StatusChip>
      )
  }
}

/** One bold sentence on where it is now, for a transfer that was not claimed. */
export function WhereItIs({ transfer }: { transfer: AssetTransfer }) {
  const { status } = transfer
  if (status === 'created' || status === 'sent' || status === 'claimed') return undefined
  return (
    <p className="pt-4">
      <NotClaimed transfer={transfer} />
    </p>
  )
}

export function NotClaimed({ transfer }: { transfer: AssetTransfer }) {
  return (
    <>
      <b>{transfer.status === 'failed' ? <Trans>You have not been charged.</Trans> : <Place transfer={transfer} />}</b> <Reason transfer={transfer} />
    </>
  )
}

function Place({ transfer: { status, value, asset, expiresAt } }: { transfer: AssetTransfer }) {
  const what = value === undefined ? asset.description : format(value)
  // A token's own end ends its transfer too.
  if (asset.expiresAt && asset.expiresAt <= expiresAt && (status === 'expired' || status === 'returned')) return <Trans>{what} has ended.</Trans>
  if (status === 'expired') return <Trans>{what} is on its way back to you.</Trans>
  return value === undefined ? <Trans>{what} is yours again.</Trans> : <Trans>{what} is back in your wallet.</Trans>
}

function Reason({ transfer }: { transfer: AssetTransfer }) {
  if (transfer.status === 'cancelled') return <Trans>The link now says that you cancelled it.</Trans>
  if (transfer.status === 'declined') return <Trans>The recipient declined it.</Trans>
  if (transfer.status !== 'failed') return <Trans>Nobody claimed it in time.</Trans>
  return isByEmail(transfer) ? (
    <Trans>The email couldn’t be delivered to this address, so nothing was sent.</Trans>
  ) : (
    <Trans>The text couldn’t be delivered to this number, so nothing was sent.</Trans>
  )
}
