import { Trans } from '@lingui/react/macro'
import { TextLink } from '@nikau/ui'
import type { CallError } from './call-error.ts'
import { deployed } from './config.ts'

/** Why a call failed, as far as its status tells, and what helps. The sentence before it says what has not been done. */
export function CallProblem({ error }: { error: Pick<CallError, 'status'> & Partial<Pick<CallError, 'requestId'>> }) {
  const { status, requestId } = error
  if (status === 0) return <Trans>You’re offline. Check your connection and try again.</Trans>
  if (status === 429) return <Trans>That’s too many for now. Please try again later.</Trans>
  if (status === 401) return <Trans>Your session has expired. Sign in again.</Trans>
  if (status >= 400 && status < 500) return <Trans>It has changed, or belongs to another account. Go back and open it again.</Trans>
  return (
    <>
      <Trans>
        Something went wrong on our side. Try again in a moment, or <TextLink href={`mailto:${deployed.supportEmail}`}>contact us</TextLink>.
      </Trans>{' '}
      {requestId && <Trans>Reference: {requestId}</Trans>}
    </>
  )
}
