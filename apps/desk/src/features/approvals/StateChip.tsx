import { Trans } from '@lingui/react/macro'
import type { Proposal } from '@nikau/contract/desk/proposals'
import { Icon, StatusChip } from '@nikau/ui'
import { DeskIcon } from '../../parts/DeskIcon.tsx'

export function StateChip({ state }: Pick<Proposal, 'state'>) {
  switch (state) {
    case 'waiting':
      return (
        <StatusChip tone="accent" icon={<DeskIcon name="eyes" size="xs" />}>
          <Trans>waits for a second person</Trans>
        </StatusChip>
      )
    case 'approved':
      return (
        <StatusChip tone="positive">
          <Trans>approved</Trans>
        </StatusChip>
      )
    case 'declined':
      return (
        <StatusChip icon={<Icon name="close" size="xs" />}>
          <Trans>declined</Trans>
        </StatusChip>
      )
    case 'ended':
      return (
        <StatusChip icon={<Icon name="clock" size="xs" />}>
          <Trans>ended by itself</Trans>
        </StatusChip>
      )
  }
}
