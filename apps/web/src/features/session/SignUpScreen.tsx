import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { signUpNext } from '../../lib/session.tsx'

/** The next sign-in is a sign-up; home then asks for it. */
export function SignUpScreen() {
  const [params] = useSearchParams()
  const u = params.get('u') ?? undefined
  useEffect(() => signUpNext(u), [u])
  return <Navigate to="/" replace />
}
