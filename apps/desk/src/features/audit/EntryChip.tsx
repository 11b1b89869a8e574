import { Trans } from '@lingui/react/macro'
import type { AuditEntry } from '@nikau/contract/desk/audit'
import { Icon, StatusChip } from '@nikau/ui'
import { DeskIcon } from '../../parts/DeskIcon.tsx'

/** What was done, in one word. Lilac is the second person. */
export function EntryChip({ entry: { kind, detail, endpoint } }: { entry: Pick<AuditEntry, 'kind' | 'detail' | 'endpoint'> }) {
  switch (kind) {
    case 'looked':
      return (
        <StatusChip tone="info" icon={<Icon name="eye" size="xs" />}>
          <Trans>looked</Trans>
        </StatusChip>
      )
    case 'refused':
      return (
        <StatusChip tone="negative">
          <Trans>refused</Trans>
        </StatusChip>
      )
    case 'sign-in':
      return (
        <StatusChip icon={<DeskIcon name="passkey" size="xs" />}>
          <Trans>sign-in</Trans>
        </StatusChip>
      )
    case 'acted':
      return <ActedChip call={endpoint.endsWith('/approve') ? 'approve' : (detail.call ?? '')} />
  }
}

function ActedChip({ call }: { call: string }) {
  switch (call) {
    case 'propose':
      return (
        <StatusChip tone="accent" icon={<DeskIcon name="swap" size="xs" />}>
          <Trans>proposed</Trans>
        </StatusChip>
      )
    case 'approve':
      return (
        <StatusChip tone="accent" icon={<DeskIcon name="eyes" size="xs" />}>
          <Trans>approved</Trans>
        </StatusChip>
      )
    case 'decline':
      return (
        <StatusChip icon={<Icon name="close" size="xs" />}>
          <Trans>declined</Trans>
        </StatusChip>
      )
    case 'end-access':
      return (
        <StatusChip tone="warning" icon={<Icon name="clock" size="xs" />}>
          <Trans>ended</Trans>
        </StatusChip>
      )
    default:
      return (
        <StatusChip tone="warning" icon={<Icon name="edit" size="xs" />}>
          <Trans>did</Trans>
        </StatusChip>
      )
  }
}
