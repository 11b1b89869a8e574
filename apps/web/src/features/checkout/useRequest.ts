import { useEffect, useState } from 'react'
import { type PublicRequest, readSummary } from './request.ts'
import { askPlainly, CallFailed, calls, pause } from './wire.ts'

const everyMs = 1000
/** Longer than this for one answer, and the next second is not worth waiting for it. */
const patienceMs = 8000

export type Known =
  | { kind: 'loading'; failing: boolean }
  | { kind: 'unknown' }
  /** `ahead`: by how much the server's clock is ahead of this device's. */
  | { kind: 'known'; request: PublicRequest; ahead: number; failing: boolean }

/**
 * The request, read anew every second while it is new and never after. An answer that has not changed comes without a body.
 * A read that fails leaves everything as it is, and the next second tries again.
 */
export function useRequest(id: string): Known {
  const [known, setKnown] = useState<Known>({ kind: 'loading', failing: false })
  useEffect(() => {
    const left = new AbortController()
    void follow(id, left.signal, setKnown).catch((error: unknown) => {
      if (!left.signal.aborted) throw error
    })
    return () => left.abort()
  }, [id])
  return known
}

type Tell = (next: (before: Known) => Known) => void

async function follow(id: string, left: AbortSignal, tell: Tell): Promise<void> {
  let tag: string | undefined
  for (;;) {
    const began = performance.now()
    try {
      const response = await askPlainly(calls.summary, { id, tag, signal: AbortSignal.any([left, AbortSignal.timeout(patienceMs)]) })
      if (response.status === 304) tell(asBefore)
      else {
        const request = readSummary(await response.json())
        if (!request) throw new CallFailed(response.status, 'UNKNOWN')
        tag = response.headers.get('etag') ?? undefined
        const ahead = aheadOf(response.headers.get('date'))
        tell(() => ({ kind: 'known', request, ahead, failing: false }))
        if (request.status !== 'new') return
      }
    } catch (error) {
      if (left.aborted) return
      if (error instanceof CallFailed && isNobodys(error)) return tell(() => ({ kind: 'unknown' }))
      tell((before) => (before.kind === 'unknown' || before.failing ? before : { ...before, failing: true }))
    }
    await pause(Math.max(0, everyMs - (performance.now() - began)), left)
  }
}

/** There is no such request, or what stands in the address can be no request's id. */
function isNobodys({ status, code }: CallFailed): boolean {
  return code === 'REQUEST_NOT_FOUND' || status === 400
}

/** The same object when there is no news, so that nothing is drawn anew. */
function asBefore(before: Known): Known {
  return before.kind === 'known' && before.failing ? { ...before, failing: false } : before
}

/** Whole seconds are all that the header has: a difference below two is none. */
function aheadOf(date: string | null): number {
  const ahead = date === null ? 0 : Date.parse(date) - Date.now()
  return Math.abs(ahead) < 2000 ? 0 : ahead
}
