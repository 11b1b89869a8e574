import { Trans } from '@lingui/react/macro'
import type { OperatorState } from '@nikau/contract/desk/operators'
import { Icon, StatusChip } from '@nikau/ui'
import { DeskIcon } from '../../parts/DeskIcon.tsx'

export function OperatorChip({ state }: { state: OperatorState }) {
  switch (state) {
    case 'active':
      return (
        <StatusChip tone="positive">
          <Trans>active</Trans>
        </StatusChip>
      )
    case 'no-passkey':
      return (
        <StatusChip tone="warning" icon={<DeskIcon name="key" size="xs" />}>
          <Trans>no passkey</Trans>
        </StatusChip>
      )
    case 'no-account':
      return (
        <StatusChip tone="warning" icon={<Icon name="user" size="xs" />}>
          <Trans>no account</Trans>
        </StatusChip>
      )
    case 'suspended':
      return (
        <StatusChip icon={<Icon name="lock" size="xs" />}>
          <Trans>suspended</Trans>
        </StatusChip>
      )
  }
}
