import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { finishSignOut } from '../../lib/session.tsx'
import { Waiting } from './Waiting.tsx'

/** Back from signing out: on to the front door. */
export function SignedOutScreen() {
  const navigate = useNavigate()
  useEffect(() => {
    void finishSignOut()
      .catch((error: unknown) => console.error('the sign-out answer could not be used', error instanceof Error ? error.message : error))
      .then(() => navigate('/', { replace: true }))
  }, [navigate])
  return (
    <Waiting>
      <Trans>You are signed out</Trans>
    </Waiting>
  )
}
