import { Trans } from '@lingui/react/macro'
import { Notice } from '@nikau/ui'
import { useDeskState, useNow } from '../lib/desk-context.ts'
import { momentText } from '../lib/moments.ts'

/** When something was read: "as of 2:41 pm". */
export function AsOf({ at }: { at: Date | undefined }) {
  const now = useNow()
  if (!at) return null
  const moment = momentText(at, now)
  return <Trans>as of {moment}</Trans>
}

/** With the server away the last answer stays, and says of when it is. */
export function AwayNotice({ readAt }: { readAt: Date | undefined }) {
  const { isAway } = useDeskState()
  const now = useNow()
  if (!isAway || !readAt) return null
  const moment = momentText(readAt, now)
  return (
    <Notice tone="warning" live="polite" title={<Trans>Shown as of {moment}</Trans>}>
      <Trans>The desk cannot reach the books. Nothing here can be done until it can.</Trans>
    </Notice>
  )
}
