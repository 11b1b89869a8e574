import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { isBusinessPath } from '../../lib/business-paths.ts'
import { urlOf } from '../../lib/paths.ts'
import { finishSignIn } from '../../lib/session.tsx'
import { StatusPage } from './StatusPage.tsx'

let finishing: ReturnType<typeof finishSignIn> | undefined

/** Handles the provider's sign-in redirect. Its code is single-use, so concurrent renders share one promise. */
export function SigningInScreen() {
  const navigate = useNavigate()
  useEffect(() => {
    finishing ??= finishSignIn()
    void finishing
      .catch((error: unknown) => {
        console.error('sign-in callback failed', error instanceof Error ? error.message : error)
        return { target: '/', navigationState: undefined }
      })
      .then(({ target, navigationState }) =>
        isBusinessPath(target) ? location.replace(urlOf(target)) : navigate(target, { replace: true, state: navigationState }),
      )
      .finally(() => (finishing = undefined))
  }, [navigate])
  return (
    <StatusPage>
      <Trans>Signing you in</Trans>
    </StatusPage>
  )
}
