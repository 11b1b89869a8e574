import { Trans } from '@lingui/react/macro'
import { Notice } from '@nikau/ui'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'

export function MakeProblem({ error }: { error: CallError }) {
  return (
    <Notice tone="negative" live="assertive" title={<Trans>The link wasn’t made</Trans>}>
      {error.code === 'PAYMENT_LINK_LIMIT_EXCEEDED' ? (
        <Trans>A shop has at most 500 open links. Close one first.</Trans>
      ) : error.code === 'PAYMENT_LINK_LAST_DAY_INVALID' ? (
        <Trans>That day is over. Choose a later one.</Trans>
      ) : error.code === 'NO_AVAILABLE_PAYMENT_OPTIONS' ? (
        <Trans>Choose what the shop accepts first, under Open for business.</Trans>
      ) : (
        <CallProblem error={error} />
      )}
    </Notice>
  )
}
