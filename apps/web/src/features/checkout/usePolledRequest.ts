import { useEffect, useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { delay } from '../../lib/retry.ts'
import { endpoints, fetchEndpoint, reportedAttempts } from './checkout-api.ts'
import { parseSummary, type PublicRequest } from './request.ts'

const pollIntervalMs = 1000
/** Shorter than the default timeout: the next poll is more likely to succeed. */
const timeoutMs = 8000

export interface LoadedRequest {
  kind: 'loaded'
  request: PublicRequest
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  clockOffset: number
  /** The last poll failed. */
  failing: boolean
}

export type RequestState = { kind: 'loading'; failing: boolean } | { kind: 'not-found' } | LoadedRequest

/**
 * Polls the request every second while it is new, and never after. An unchanged request is a 304 without a body. A failed
 * poll leaves the state as it is.
 */
export function usePolledRequest(id: string): RequestState {
  const [state, setState] = useState<RequestState>({ kind: 'loading', failing: false })
  useEffect(() => {
    const unmount = new AbortController()
    void poll(id, unmount.signal, setState).catch((error: unknown) => {
      if (!unmount.signal.aborted) throw error
    })
    return () => unmount.abort()
  }, [id])
  return state
}

type SetState = (update: (state: RequestState) => RequestState) => void

async function poll(id: string, unmounted: AbortSignal, setState: SetState): Promise<void> {
  const attempts = reportedAttempts(endpoints.getSummary)
  let etag: string | undefined
  for (;;) {
    const startedAt = performance.now()
    try {
      const response = await fetchEndpoint(endpoints.getSummary, { id, etag, signal: AbortSignal.any([unmounted, AbortSignal.timeout(timeoutMs)]) })
      if (response.status === 304) setState(withoutFailure)
      else {
        const request = parseSummary(await response.json())
        if (!request) throw new CallError(response.status, 'UNKNOWN')
        etag = response.headers.get('etag') ?? undefined
        const clockOffset = clockOffsetOf(response.headers.get('date'))
        setState(() => ({ kind: 'loaded', request, clockOffset, failing: false }))
        if (request.status !== 'new') return
      }
      attempts.succeeded()
    } catch (error) {
      if (unmounted.aborted) return
      attempts.failed(error)
      if (error instanceof CallError && isNotFound(error)) return setState(() => ({ kind: 'not-found' }))
      setState((state) => (state.kind === 'not-found' || state.failing ? state : { ...state, failing: true }))
    }
    await delay(Math.max(0, pollIntervalMs - (performance.now() - startedAt)), unmounted)
  }
}

/** A 400 says that the id in the URL is malformed. */
function isNotFound({ status, code }: CallError): boolean {
  return code === 'REQUEST_NOT_FOUND' || status === 400
}

/** Returns the same object when nothing changed, so that React does not render again. */
function withoutFailure(state: RequestState): RequestState {
  return state.kind === 'loaded' && state.failing ? { ...state, failing: false } : state
}

/** The Date header has whole seconds: a difference below two seconds counts as none. */
function clockOffsetOf(date: string | null): number {
  const offset = date === null ? 0 : Date.parse(date) - Date.now()
  return Math.abs(offset) < 2000 ? 0 : offset
}
