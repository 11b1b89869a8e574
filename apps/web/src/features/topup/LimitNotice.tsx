import { Trans } from '@lingui/react/macro'
import { Notice } from '@nikau/ui'
import { useNearLimit } from '../quotas/index.ts'

export function LimitNotice() {
  const near = useNearLimit('topup')
  if (near === undefined) return undefined
  return (
    <div className="pt-6">
      <Notice title={<Trans>Near your limit</Trans>} level={2}>
        {near}
      </Notice>
    </div>
  )
}
