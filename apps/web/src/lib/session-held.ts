import { deployed } from './config.ts'

/** The session that this tab keeps, as session-manager.ts has written it down; whether it is still good is for the wallet to see. */
export function keptSession(): string | null {
  try {
    return sessionStorage.getItem(`oidc.user:${deployed.issuer}:nikau-web`)
  } catch {
    return null // a browser that keeps nothing keeps no session
  }
}

/** Asked by public pages, which must not load the OpenID client to find out. */
export const sessionHeld = (): boolean => keptSession() !== null
