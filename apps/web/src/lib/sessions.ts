import { queryOptions } from '@tanstack/react-query'
import type { CallError } from './call-error.ts'
import { callIdentity } from './identity.ts'

/** A place where the person is signed in. The identity provider has no location, so none is shown. */
export interface SignedInSession {
  id: string
  /** "Chrome on Android" */
  device: string
  firstUsedAt: string
  lastUsedAt: string
  current: boolean
}

export const sessionsQuery = queryOptions<SignedInSession[], CallError>({
  queryKey: ['GET', '/sessions'],
  queryFn: async () => (await callIdentity<{ sessions: SignedInSession[] }>('GET', '/sessions')).sessions,
})

export const endSession = (id: string): Promise<unknown> => callIdentity('DELETE', `/sessions/${encodeURIComponent(id)}`)
export const endOtherSessions = (): Promise<unknown> => callIdentity('DELETE', '/sessions')
