import { Trans } from '@lingui/react/macro'
import type { FoundCustomer } from '@nikau/contract/desk/customers'
import { StatusChip } from '@nikau/ui'

export function StateChip({ state }: { state: FoundCustomer['state'] }) {
  return (
    <StatusChip tone={state === 'active' ? 'positive' : state === 'frozen' ? 'warning' : 'neutral'}>
      {state === 'active' ? <Trans>active</Trans> : state === 'frozen' ? <Trans>frozen</Trans> : <Trans>closed</Trans>}
    </StatusChip>
  )
}
