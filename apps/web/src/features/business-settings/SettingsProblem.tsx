import { Trans } from '@lingui/react/macro'
import { Notice } from '@nikau/ui'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'

/** Why the settings were not saved. */
export function SettingsProblem({ error }: { error: CallError }) {
  return (
    <div className="pb-4">
      <Notice tone="negative" live="assertive" title={<Trans>It isn’t saved yet</Trans>}>
        {error.code === 'REDIRECT_URL_INVALID' ? (
          <Trans>An address isn’t allowed. Live shops need https and a name with a domain.</Trans>
        ) : error.code === 'GST_NUMBER_INVALID' ? (
          <Trans>That isn’t a GST number. Check its digits.</Trans>
        ) : error.code === 'BUSINESS_NOT_VERIFIED' ? (
          <Trans>Your business isn’t verified now. Contact us.</Trans>
        ) : (
          <CallProblem error={error} />
        )}
      </Notice>
    </div>
  )
}
