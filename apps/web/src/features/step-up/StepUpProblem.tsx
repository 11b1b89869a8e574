import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CallError } from '../../lib/call-error.ts'
import { useUntil } from '../../lib/localized-text.ts'

/** Why a code was not sent or not accepted, and what to do. */
export function StepUpProblem({ error }: { error: CallError }) {
  const { t } = useLingui()
  const time = useUntil(error)
  const { code, body, status } = error
  if (status === 0) return <Trans>You’re offline. Check your connection and try again.</Trans>
  if (status === 429)
    return time ? <Trans>That’s too many for now. Try again at {time}.</Trans> : <Trans>That’s too many for now. Please try again later.</Trans>
  if (code === 'CODE_EXPIRED') return <Trans>That code has expired. Ask for a new one.</Trans>
  if (code === 'CODE_WRONG') {
    const left = Number(body.triesLeft ?? 0)
    return left > 0 ? (
      t`That code isn’t right. ${plural(left, { one: '# try left', other: '# tries left' })}.`
    ) : (
      <Trans>That code isn’t right. Ask for a new one.</Trans>
    )
  }
  return <Trans>Something went wrong on our side. Please try again.</Trans>
}
