import type { Clock, Db, Log } from '@nikau/runtime'
import { deviceOf } from '@nikau/security-events'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { upsertSessionDevice } from './store.ts'

/**
 * Provider middleware that records on which device a session is used: when a sign-in or a silent renewal saves it, and when its
 * tokens are refreshed. A failure is logged and does not end the sign-in.
 */
export function trackSessions(deps: { db: Db; clock: Clock; log: Log }) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next()
    const used = usedSession(ctx)
    if (!used) return
    const use = { ...used, device: deviceOf(ctx.get('user-agent')), at: deps.clock.now() }
    await upsertSessionDevice(deps.db, use).catch((error: unknown) => deps.log.warn({ err: error }, 'session use not recorded'))
  }
}

function usedSession(ctx: KoaContextWithOIDC): { sessionUid: string; personId: string } | undefined {
  // Paths that are no route of the provider have no `oidc`.
  const oidc = ctx.oidc as KoaContextWithOIDC['oidc'] | undefined
  if (oidc?.route === 'authorization' || oidc?.route === 'resume') {
    const { session } = oidc
    return session?.accountId ? { sessionUid: session.uid, personId: session.accountId } : undefined
  }
  const token = oidc?.route === 'token' ? oidc.entities.AccessToken : undefined
  return token?.sessionUid && token.accountId ? { sessionUid: token.sessionUid, personId: token.accountId } : undefined
}
