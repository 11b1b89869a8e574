import { deployed } from './config.ts'

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
