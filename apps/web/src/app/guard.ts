import { lazyScreen } from '../lib/lazy-screen.ts'

/** Loaded with the first screen that needs it, together with the OpenID client: a public page costs no sign-in code. */
export const RequireSession = lazyScreen(async () => {
  const [{ RequireSession: guard }] = await Promise.all([import('../lib/session.tsx'), import('../lib/session-manager.ts')])
  return guard
})
