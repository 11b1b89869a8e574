import { Trans } from '@lingui/react/macro'
import { EmptyState, Page, PageBody } from '@nikau/ui'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { setTokenSource } from './call.ts'
import { deployed } from './config.ts'
import { eraseAllRecords, eraseRecord, keptHomeDatabase, offlineCodesDatabase, signedOutChannel } from './erase-records.ts'
import { flags } from './flags.ts'
import { base } from './paths.ts'
import { hasExpired, readStoredSession, readStoredUser, type SignedInUser } from './stored-session.ts'

export interface Session {
  user: SignedInUser
}

const SessionContext = createContext<Session | undefined>(undefined)

/** The session, for components inside RequireSession. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs RequireSession around it')
  return session
}

/** Long enough for the screen to load first. The client renews a session a minute before it ends. */
const managerDelayMs = 10_000
let managerDue: Promise<void> | undefined

/** For a user whose session is stored the client is not needed to open a screen, only to renew the session later. */
async function loadManagerInTime() {
  if (readStoredUser()) await (managerDue ??= new Promise((resolve) => setTimeout(resolve, managerDelayMs)))
  return await loadManager()
}

const loadManager = async () => (await import('./session-manager.ts')).manager

/** Parameters of a sign-up, set by /signup and used by the next sign-in. */
let signUpParams: { u?: string } | undefined

export function requestSignUp(u: string | undefined): void {
  signUpParams = u ? { u } : {}
}

/** Returns to paths of this app only; anything else becomes home. */
export function safeReturnPath(target: unknown): string {
  if (typeof target !== 'string') return '/'
  const url = URL.parse(target, `${location.origin}/`)
  return /^\/(?![/\\])/.test(target) && url?.origin === location.origin ? target : '/'
}

let signingOut = false
export const isSigningOut = (): boolean => signingOut

interface SignInOptions {
  /** Given to the screen at `target` as its navigation state, which no link from outside can set. */
  navigationState?: object
  /** Asks for a proof again although the provider has a session. */
  again?: boolean
}

export async function signIn(target: string, { navigationState, again }: SignInOptions = {}): Promise<never> {
  // A call that is refused during sign-out must not start a new sign-in.
  if (signingOut) return await new Promise<never>(() => {})
  const manager = await loadManager()
  const extra = signUpParams && { signup: '1', ...signUpParams }
  signUpParams = undefined
  const state = { target, ...(navigationState && { navigationState }) }
  await manager.signinRedirect({ state, ...(again && { prompt: 'login' }), ...(extra && { extraQueryParams: extra }) })
  return await new Promise<never>(() => {}) // the browser navigates away
}

/** The signed-in user, renewed silently if needed; undefined when a new sign-in is required. */
async function currentUser(renew: boolean): Promise<SignedInUser | undefined> {
  const stored = renew ? undefined : readStoredUser()
  if (stored) return stored
  const manager = await loadManager()
  const user = await manager.getUser()
  if (user && !user.expired && !renew) return user
  if (!user) return undefined
  try {
    return (await renewOnce()) ?? undefined
  } catch (error) {
    // Nobody answered, so nobody has ended the session. Without signal the barcode still needs to know whose it is.
    if (error instanceof TypeError || !navigator.onLine) return user
    // The session is over: without a new one the balance is nobody's business.
    await Promise.all([manager.removeUser(), eraseRecord(keptHomeDatabase)])
    return undefined
  }
}

let renewing: Promise<SignedInUser | null> | undefined

/** Concurrent calls share one renewal, because a refresh token may be used only once. */
async function renewOnce(): Promise<SignedInUser | null> {
  const manager = await loadManager()
  renewing ??= manager.signinSilent().finally(() => (renewing = undefined))
  return await renewing
}

/** Reads the claims again, after they may have changed outside of this tab. Without an answer they stay as they are. */
export async function refreshClaims(): Promise<void> {
  await renewOnce().catch(() => undefined)
}

setTokenSource(async (renew) => {
  const user = await currentUser(renew)
  return user ? user.access_token : await signIn(location.pathname.slice(base.length) + location.search)
})

/** The last user, and the stored session at that time. */
let last: { user: SignedInUser; stored: string | null } | undefined

interface RequireSessionProps {
  children: ReactNode
  fallback?: ReactNode
  signedOut?: ReactNode
  /** Shown without a session while there is no signal to sign in with. Otherwise one sentence says so. */
  withoutSignal?: ReactNode
}

/**
 * Renders its children for a signed-in user; everyone else is sent to sign in and returns to the same path. It checks once,
 * when the screen opens; calls handle a renewal that fails later. With `signedOut`, signed-out visitors see that instead.
 */
export function RequireSession({ children, fallback, signedOut, withoutSignal }: RequireSessionProps) {
  const { pathname, search } = useLocation()
  const [path] = useState(pathname + search)
  // When one screen follows another, the user is known at once, and checked again in the background.
  const [user, setUser] = useState(() => (last && last.stored === readStoredSession() && !hasExpired(last.user) ? last.user : readStoredUser()))
  const [isSignedOut, setIsSignedOut] = useState(false)
  const [hasNoSignal, setHasNoSignal] = useState(false)
  const allowSignedOut = signedOut !== undefined
  useEffect(() => {
    let unmounted = false
    const updateUser = (next: SignedInUser) => {
      last = { user: next, stored: readStoredSession() }
      setUser(next)
    }
    void loadManagerInTime().then(async (manager) => {
      if (unmounted) return
      manager.events.addUserLoaded(updateUser)
      await manager.getUser() // from here on it renews the session by itself
      const current = await currentUser(false)
      if (unmounted) return
      if (current) updateUser(current)
      else if (allowSignedOut) setIsSignedOut(true)
      else if (!navigator.onLine) setHasNoSignal(true)
      // It fails when the provider is not reached: then, too, there is no signal to sign in with.
      else await signIn(path).catch(() => setHasNoSignal(true))
    })
    return () => {
      unmounted = true
      void loadManagerInTime().then((manager) => manager.events.removeUserLoaded(updateUser))
    }
  }, [path, allowSignedOut])
  useEffect(() => {
    if (!hasNoSignal) return undefined
    const leave = () => void signIn(path).catch(() => undefined)
    addEventListener('online', leave)
    return () => removeEventListener('online', leave)
  }, [hasNoSignal, path])
  if (isSignedOut) return signedOut
  if (hasNoSignal) return withoutSignal ?? <SignInNeedsSignal />
  if (!user) return fallback ?? <div className="min-h-dvh" aria-busy="true" />
  return <SessionContext value={{ user }}>{children}</SessionContext>
}

/** In a new tab, or an app that was opened again, on a screen that needs a person. `children`: what works all the same. */
export function SignInNeedsSignal({ children }: { children?: ReactNode }) {
  return (
    <Page>
      <PageBody>
        <div className="pt-16">
          <EmptyState drawing="frond" level={1} title={<Trans>No signal</Trans>}>
            <Trans>You need signal to sign in. This page goes on by itself when it’s back.</Trans>
          </EmptyState>
        </div>
        {children}
      </PageBody>
    </Page>
  )
}

/** Signs out here and at the identity provider. */
export async function signOut(): Promise<void> {
  const manager = await loadManager()
  const user = await manager.getUser()
  for (const key of ['sendingAssetId', 'topupAssetId']) localStorage.removeItem(key)
  // An unfinished send names another person. A business that is being opened has its details, and the number of its payout account.
  for (const storage of [sessionStorage, localStorage])
    for (const key of Object.keys(storage)) if (/^(?:pending-send|sen[dt]-|nikau\.business-open)/.test(key)) storage.removeItem(key)
  signingOut = true
  await eraseAllRecords()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  new BroadcastChannel(signedOutChannel).postMessage('')
  try {
    if (flags().tokenRevocationEnabled) await manager.revokeTokens(['access_token', 'refresh_token']).catch(() => {}) // sign out even if revocation fails
    await manager.removeUser()
    await manager.signoutRedirect({ ...(user?.id_token && { id_token_hint: user.id_token }) })
  } catch (error) {
    signingOut = false
    throw error
  }
}

/** The path to return to, and the navigation state that the sign-in was started with. */
export async function finishSignIn(): Promise<{ target: string; navigationState?: unknown }> {
  const manager = await loadManager()
  const user = await manager.signinRedirectCallback()
  // What another person has left on this device: reading it as this person erases it.
  if (deployed.people.guard)
    void import('./encrypted-record.ts')
      .then(({ readRecord }) => Promise.all([offlineCodesDatabase, keptHomeDatabase].map((database) => readRecord(database, user.profile.sub))))
      .catch(() => undefined)
  const { target, navigationState } = (user.state ?? {}) as { target?: unknown; navigationState?: unknown }
  return { target: safeReturnPath(target), navigationState }
}

export async function finishSignOut(): Promise<void> {
  const manager = await loadManager()
  await manager.signoutRedirectCallback()
}
