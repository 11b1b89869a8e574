import type { User } from 'oidc-client-ts'
import { deployed } from './config.ts'

/** Who is signed in, as the OpenID Connect client stores and returns it. */
export type SignedInUser = Pick<User, 'access_token' | 'expires_at' | 'profile'>

/** The session that session-manager.ts stored in this tab. It may have expired. */
export function readStoredSession(): string | null {
  try {
    return sessionStorage.getItem(`oidc.user:${deployed.issuer}:nikau-web`)
  } catch {
    return null // storage is blocked
  }
}

/** For public pages, which must not load the OpenID Connect client to find out. */
export const hasStoredSession = (): boolean => readStoredSession() !== null

export const hasExpired = ({ expires_at: expiresAt }: SignedInUser): boolean => expiresAt !== undefined && expiresAt * 1000 <= Date.now()

/** The stored session's user unless it has expired. Screens open with it while the OpenID Connect client is still on its way. */
export function readStoredUser(): SignedInUser | undefined {
  try {
    const user = JSON.parse(readStoredSession() ?? '{}') as SignedInUser
    return user.access_token && user.profile && !hasExpired(user) ? user : undefined
  } catch {
    return undefined // the client decides what to do with it
  }
}
