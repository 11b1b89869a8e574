import type { User } from 'oidc-client-ts'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { authoriseWith } from './call.ts'
import { flags } from './flags.ts'
import { base } from './paths.ts'
import { keptSession } from './session-held.ts'

export interface Session {
  user: User
}

const SessionContext = createContext<Session | undefined>(undefined)

/** The person's session, on a screen behind the guard. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('this screen is not behind the guard')
  return session
}

const load = async () => (await import('./session-manager.ts')).manager

/** Sign-up mode, asked for by /signup and used by the next sign-in. */
let signUp: { u?: string } | undefined

export function signUpNext(u: string | undefined): void {
  signUp = u ? { u } : {}
}

/** Only paths of this app are taken back as a target; anything else is home. */
export function safeTarget(target: unknown): string {
  if (typeof target !== 'string') return '/'
  const url = URL.parse(target, `${location.origin}/`)
  return /^\/(?![/\\])/.test(target) && url?.origin === location.origin ? target : '/'
}

/** Someone is on the way out. */
let leaving = false

export async function signIn(target: string, ask: { prompt?: 'login' } = {}): Promise<never> {
  // A call that is refused because the session is being ended must not begin a new one.
  if (leaving) return await new Promise<never>(() => {})
  const manager = await load()
  const extra = signUp && { signup: '1', ...signUp }
  signUp = undefined
  await manager.signinRedirect({ ...ask, state: { target }, ...(extra && { extraQueryParams: extra }) })
  return await new Promise<never>(() => {}) // the browser is leaving
}

/** A good user, renewed without leaving the screen if need be; `undefined` when only a new sign-in helps. */
async function currentUser(renew: boolean): Promise<User | undefined> {
  const manager = await load()
  const user = await manager.getUser()
  if (user && !user.expired && !renew) return user
  if (!user) return undefined
  try {
    return (await renewOnce()) ?? undefined
  } catch {
    await manager.removeUser()
    return undefined
  }
}

let renewing: Promise<User | null> | undefined

/** Several calls that find the token dead at once share one renewal: a refresh token may be used only once. */
async function renewOnce(): Promise<User | null> {
  const manager = await load()
  renewing ??= manager.signinSilent().finally(() => (renewing = undefined))
  return await renewing
}

authoriseWith(async (refused) => {
  const user = await currentUser(refused)
  return user ? user.access_token : await signIn(location.pathname.slice(base.length) + location.search)
})

/** Whoever was let in last, and the session as it was kept then. */
let last: { user: User; kept: string | null } | undefined

/**
 * Shows what is inside only to a signed-in person; everyone else is sent to sign in and comes back to the same address.
 * The guard decides once, when the screen is opened; a renewal that fails later is met by the calls. A page that is also for
 * strangers gives them something else to see, and nobody is sent anywhere.
 */
export function RequireSession({ children, meanwhile, otherwise }: { children: ReactNode; meanwhile?: ReactNode; otherwise?: ReactNode }) {
  const { pathname, search } = useLocation()
  const [asked] = useState(pathname + search)
  // From one screen to the next the session is known already; it is looked at again all the same.
  const [user, setUser] = useState(() => (last?.kept === keptSession() && last.user.expired === false ? last.user : undefined))
  const [stranger, setStranger] = useState(false)
  const forStrangers = otherwise !== undefined
  useEffect(() => {
    let gone = false
    const follow = (next: User) => {
      last = { user: next, kept: keptSession() }
      setUser(next)
    }
    void load().then(async (manager) => {
      manager.events.addUserLoaded(follow)
      const current = await currentUser(false)
      if (gone) return
      if (current) follow(current)
      else if (forStrangers) setStranger(true)
      else await signIn(asked)
    })
    return () => {
      gone = true
      void load().then((manager) => manager.events.removeUserLoaded(follow))
    }
  }, [asked, forStrangers])
  if (stranger) return otherwise
  if (!user) return meanwhile ?? <div className="min-h-dvh" aria-busy="true" />
  return <SessionContext value={{ user }}>{children}</SessionContext>
}

/** Ends the session here and at the provider. */
export async function logout(): Promise<void> {
  const manager = await load()
  const user = await manager.getUser()
  for (const key of ['sendingAssetId', 'topupAssetId']) localStorage.removeItem(key)
  leaving = true
  try {
    if (flags().tokenRevocationEnabled) await manager.revokeTokens(['access_token', 'refresh_token']).catch(() => {}) // leaving matters more
    await manager.removeUser()
    await manager.signoutRedirect({ ...(user?.id_token && { id_token_hint: user.id_token }) })
  } catch (error) {
    leaving = false
    throw error
  }
}

export async function finishSignIn(): Promise<string> {
  const manager = await load()
  const user = await manager.signinRedirectCallback()
  return safeTarget((user.state as { target?: unknown } | undefined)?.target)
}

export async function finishSignOut(): Promise<void> {
  const manager = await load()
  await manager.signoutRedirectCallback()
}
