import { Trans } from '@lingui/react/macro'
import { type OwnLimitName, ownLimitRefusal } from '@nikau/contract/own-limits'
import { type Cents, format } from '@nikau/money'
import * as z from 'zod/mini'
import type { CallError } from './call-error.ts'

/** Which own limit an OWN_LIMIT_EXCEEDED names, and what is left of it. */
export function OwnLimitText({ error }: { error: Pick<CallError, 'body'> }) {
  const refusal = z.safeDecode(ownLimitRefusal, error.body as z.input<typeof ownLimitRefusal>).data
  return refusal ? <OwnLimitLeft {...refusal} /> : <Trans>That’s over a limit you’ve set.</Trans>
}

export function OwnLimitLeft({ limit, left }: { limit: OwnLimitName; left: Cents }) {
  const amount = format(left)
  if (limit === 'one-day') return <Trans>You have {amount} left today. You’ve set a limit for one day.</Trans>
  if (limit === 'new-people') return <Trans>You have {amount} left today for people you’ve not sent to before.</Trans>
  return <Trans>You’ve set a limit of {amount} for one payment.</Trans>
}
