import { Trans } from '@lingui/react/macro'
import { ownLimitRefusal } from '@nikau/contract/own-limits'
import { format } from '@nikau/money'
import * as z from 'zod/mini'
import type { CallError } from './call-error.ts'

/** Which own limit an OWN_LIMIT_EXCEEDED names, and what is left of it. */
export function OwnLimitText({ error }: { error: Pick<CallError, 'body'> }) {
  const refusal = z.safeDecode(ownLimitRefusal, error.body as z.input<typeof ownLimitRefusal>).data
  if (!refusal) return <Trans>That’s over a limit you’ve set.</Trans>
  const left = format(refusal.left)
  if (refusal.limit === 'one-day') return <Trans>Your limit for one day leaves {left} today.</Trans>
  if (refusal.limit === 'new-people') return <Trans>Your limit for people you’ve not sent to before leaves {left} today.</Trans>
  return <Trans>Your limit for one payment leaves {left}.</Trans>
}
