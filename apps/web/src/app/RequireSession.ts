import { lazyScreen } from '../lib/lazy-screen.ts'
import { readStoredUser } from '../lib/stored-session.ts'

/** Loaded with the first screen that needs it, so that public pages do not; with the OpenID Connect client where somebody must sign in. */
export const RequireSession = lazyScreen(async () => {
  const [frame] = await Promise.all([import('./signed-in-frame.ts'), readStoredUser() === undefined && import('../lib/session-manager.ts')])
  return frame.RequireSession
})
