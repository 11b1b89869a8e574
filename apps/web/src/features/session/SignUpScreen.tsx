import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { requestSignUp } from '../../lib/session.tsx'

/** Marks the next sign-in as a sign-up, then goes home, which requires signing in. */
export function SignUpScreen() {
  const [params] = useSearchParams()
  const u = params.get('u') ?? undefined
  useEffect(() => requestSignUp(u), [u])
  return <Navigate to="/" replace />
}
