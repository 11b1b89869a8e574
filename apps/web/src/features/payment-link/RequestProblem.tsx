import { Trans } from '@lingui/react/macro'
import { Notice } from '@nikau/ui'
import type { ReactNode } from 'react'
import type { CallError } from '../../lib/call-error.ts'

/** Why no request was made. */
export function RequestProblem({ error, merchantName }: { error: CallError; merchantName: string }) {
  return (
    <Notice tone="negative" live="assertive" title={<Trans>Nothing has been paid</Trans>}>
      {textOf(error, merchantName)}
    </Notice>
  )
}

function textOf({ code, status }: CallError, merchantName: string): ReactNode {
  if (code === 'MERCHANT_LIMIT_EXCEEDED') return <Trans>{merchantName} can’t take this amount with Nikau right now. Try a smaller amount, or ask them.</Trans>
  if (code === 'NO_AVAILABLE_PAYMENT_OPTIONS') return <Trans>{merchantName} can’t take payments with Nikau right now.</Trans>
  if (code === 'PAYMENT_LINK_USED') return <Trans>This link was for one payment, and that has been made.</Trans>
  if (code === 'PAYMENT_LINK_CLOSED') return <Trans>This link was closed a moment ago. Ask {merchantName} for a new one.</Trans>
  if (code === 'INVALID_AMOUNT') return <Trans>The amount isn’t one that this link takes. Open the link again.</Trans>
  if (status === 429) return <Trans>That’s too many tries. Wait a minute and try again.</Trans>
  if (status === 0) return <Trans>You’re offline. Check your connection and try again.</Trans>
  return <Trans>Something went wrong on our side. Try again in a moment.</Trans>
}
