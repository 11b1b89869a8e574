import { lazyScreen } from '../lib/lazy-screen.ts'

/** Loaded with the first screen that needs it, together with the OpenID Connect client, so that public pages load neither. */
export const RequireSession = lazyScreen(async () => {
  const [session] = await Promise.all([import('../lib/session.tsx'), import('../lib/session-manager.ts')])
  return session.RequireSession
})
