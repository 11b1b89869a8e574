import { Trans } from '@lingui/react/macro'
import type { BankFile } from '@nikau/contract/desk/bank-files'
import { StatusChip } from '@nikau/ui'

export function StateChip({ file: { state, clearedAt } }: { file: BankFile }) {
  if (state === 'accepted') return <StatusChip tone="positive">{clearedAt ? <Trans>cleared</Trans> : <Trans>accepted</Trans>}</StatusChip>
  if (state === 'ready')
    return (
      <StatusChip>
        <Trans>being sent</Trans>
      </StatusChip>
    )
  return <StatusChip tone="negative">{state === 'rejected' ? <Trans>rejected</Trans> : <Trans>conflict</Trans>}</StatusChip>
}
