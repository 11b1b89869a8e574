import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { finishSignOut } from '../../lib/session.tsx'
import { StatusPage } from './StatusPage.tsx'

/** Handles the provider's sign-out redirect, then goes home. */
export function SignedOutScreen() {
  const navigate = useNavigate()
  useEffect(() => {
    void finishSignOut()
      .catch((error: unknown) => console.error('sign-out callback failed', error instanceof Error ? error.message : error))
      .then(() => navigate('/', { replace: true }))
  }, [navigate])
  return (
    <StatusPage>
      <Trans>You’re signed out</Trans>
    </StatusPage>
  )
}
