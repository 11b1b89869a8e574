import type { DeskAnswerOf, DeskEndpoint } from '@nikau/contract/desk/endpoint'
import { type DeskSession, endDeskSession, finishPasskey, getDeskSession, lockDesk, recordDeskInput, startPasskey } from '@nikau/contract/desk/session'
import { QueryClient } from '@tanstack/react-query'
import { callEndpoint, type CallOptions, type Input } from './call.ts'
import { DeskError, isRefusedWith, isUnreached } from './desk-error.ts'
import { hashKey } from './hash-key.ts'

export interface DeskState {
  /** `unknown` until the server has answered for the first time. */
  access: 'unknown' | 'signed-out' | 'locked' | 'open'
  /** As last answered; kept while locked. */
  session: DeskSession | undefined
  /** The operator pressed the lock. */
  isLockedByHand: boolean
  /** The server does not answer, or can not reach the books: what is shown is the last answer, and nothing can be done. */
  isAway: boolean
  /** A call waits for the operator's passkey. */
  isPasskeyAsked: boolean
}

/** An open page of the desk: who is signed in, and what was read. Tests make one each. */
export interface Desk {
  readonly queries: QueryClient
  /** The row of each list that the keys are on, by the list's name. */
  readonly currentRows: Map<string, string>
  state: () => DeskState
  subscribe: (listener: () => void) => () => void
  /** By the server's clock. */
  now: () => Date
  /** A moment by this device, as the server's clock had it. */
  byServer: (deviceMs: number) => Date
  /** Repeats a call by itself when it needs a recent passkey and the operator has used theirs. */
  call: <E extends DeskEndpoint>(endpoint: E, input: Input<E>, options?: CallOptions) => Promise<DeskAnswerOf<E>>
  readSession: (options?: CallOptions) => Promise<void>
  recordInput: () => Promise<void>
  lock: () => Promise<void>
  signOut: () => Promise<void>
  /** Resolves when the operator has used their passkey; refused with STEP_UP_REQUIRED when they cancel. */
  askPasskey: () => Promise<void>
  /** The browser's own dialog for the passkey, and the server's check of what it gives. */
  confirmPasskey: () => Promise<void>
  cancelPasskey: () => void
}

/** The Date header has whole seconds: less than this is no difference. */
const clockToleranceMs = 3000

export function createDesk(): Desk {
  const queries = new QueryClient({
    // What failed is called again on the next refresh; a refusal would be refused again.
    defaultOptions: { queries: { retry: false, networkMode: 'always', queryKeyHashFn: hashKey }, mutations: { retry: false, networkMode: 'always' } },
  })
  let state: DeskState = { access: 'unknown', session: undefined, isLockedByHand: false, isAway: false, isPasskeyAsked: false }
  let deviceAheadMs = 0
  let asked: PromiseWithResolvers<void> | undefined
  const listeners = new Set<() => void>()

  const set = (change: Partial<DeskState>) => {
    const next = { ...state, ...change }
    if (Object.keys(change).every((key) => next[key as keyof DeskState] === state[key as keyof DeskState])) return
    state = next
    for (const listener of listeners) listener()
  }

  const syncClock = (at: number) => {
    if (Number.isNaN(at)) return
    const ahead = Date.now() - at
    deviceAheadMs = Math.abs(ahead) < clockToleranceMs ? 0 : ahead
  }

  const endAsking = (settle: (waiting: PromiseWithResolvers<void>) => void) => {
    const waiting = asked
    asked = undefined
    set({ isPasskeyAsked: false })
    if (waiting) settle(waiting)
  }
  const cancelPasskey = () => endAsking(({ reject }) => reject(new DeskError(403, 'STEP_UP_REQUIRED')))

  const setLocked = (isLockedByHand: boolean) => {
    cancelPasskey()
    set({ access: 'locked', isLockedByHand })
  }

  const noteSession = (session: DeskSession) => {
    syncClock(session.now.getTime())
    set({ session })
    if (session.locked) {
      if (state.access !== 'locked') setLocked(false)
    } else set({ access: 'open', isLockedByHand: false })
  }

  const noteFailure = (error: unknown) => {
    if (!(error instanceof DeskError)) return
    set({ isAway: isUnreached(error) })
    if (error.status !== 401) return
    if (error.code === 'SESSION_LOCKED') {
      if (state.access !== 'locked') setLocked(false)
      return
    }
    cancelPasskey()
    queries.clear()
    set({ access: 'signed-out', session: undefined })
  }

  async function send<E extends DeskEndpoint>(endpoint: E, input: Input<E>, options: CallOptions): Promise<DeskAnswerOf<E>> {
    try {
      const { answer, date } = await callEndpoint(endpoint, input, options)
      syncClock(Date.parse(date ?? ''))
      set({ isAway: false })
      return answer
    } catch (error) {
      noteFailure(error)
      throw error
    }
  }

  const askPasskey = () => {
    asked ??= Promise.withResolvers<void>()
    set({ isPasskeyAsked: true })
    return asked.promise
  }

  return {
    queries,
    currentRows: new Map(),
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    now: () => new Date(Date.now() - deviceAheadMs),
    byServer: (deviceMs) => new Date(deviceMs - deviceAheadMs),
    call: async (endpoint, input, options = {}) => {
      try {
        return await send(endpoint, input, options)
      } catch (error) {
        if (!isRefusedWith(error, 'STEP_UP_REQUIRED') || options.isBackground) throw error
        await askPasskey()
        return await send(endpoint, input, options)
      }
    },
    readSession: async (options = {}) => noteSession(await send(getDeskSession, {}, options)),
    recordInput: async () => noteSession(await send(recordDeskInput, {}, {})),
    lock: async () => {
      // At once, before the server answers: the operator is about to leave.
      setLocked(true)
      await send(lockDesk, {}, {})
    },
    signOut: async () => {
      await send(endDeskSession, {}, {})
      queries.clear()
      set({ access: 'signed-out', session: undefined })
    },
    askPasskey,
    confirmPasskey: async () => {
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const options = await send(startPasskey, {}, {})
      const response = await startAuthentication({ optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'] })
      noteSession(await send(finishPasskey, { body: { response: { ...response } } }, {}))
      endAsking(({ resolve }) => resolve())
    },
    cancelPasskey,
  }
}
