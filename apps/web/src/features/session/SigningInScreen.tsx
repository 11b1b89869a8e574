import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { finishSignIn } from '../../lib/session.tsx'
import { Waiting } from './Waiting.tsx'

let finishing: Promise<string> | undefined

/** Back from the provider. Its answer can be used once, so it is used once, however often this is drawn. */
export function SigningInScreen() {
  const navigate = useNavigate()
  useEffect(() => {
    finishing ??= finishSignIn()
    void finishing
      .catch((error: unknown) => {
        console.error('the sign-in answer could not be used', error instanceof Error ? error.message : error)
        return '/'
      })
      .then((target) => navigate(target, { replace: true }))
      .finally(() => (finishing = undefined))
  }, [navigate])
  return (
    <Waiting>
      <Trans>Signing you in</Trans>
    </Waiting>
  )
}
