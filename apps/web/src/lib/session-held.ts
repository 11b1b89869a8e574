import { deployed } from './config.ts'

/**
 * Whether this tab keeps a session, where session-manager.ts puts it. Asked by public pages, which must not load the OpenID
 * client to find out; whether the session is still good is for the wallet to see.
 */
export function sessionHeld(): boolean {
  try {
    return sessionStorage.getItem(`oidc.user:${deployed.issuer}:nikau-web`) !== null
  } catch {
    return false // a browser that keeps nothing keeps no session
  }
}
