import { CallError } from '../../lib/call-error.ts'
import { isOutcomeUnknown } from '../../lib/outcome-unknown.ts'
import type { RestDeps } from './rest-engine.ts'
import { hasRest, legsOf, type Returning } from './sale.ts'

/** Says nothing about the request: the call was not looked at. */
const isNotLookedAt = ({ code, status }: CallError) => status === 401 || status === 429 || code === 'TILL_SIGN_ON_REQUIRED'

/**
 * Gives everything back, each part to where it came from. Kept before the server is asked; without an answer the request is read until
 * it says how it ended. Asking again gives nothing back twice, because a request that is cancelled stays so.
 */
export function createGiveBackEngine({ api, charge, request, update, see, act, follow }: RestDeps) {
  const ask = async (requestId: string, { by }: Returning, approvalCode: string | undefined) =>
    by === 'cancel' ? await api.cancel(requestId, approvalCode) : await api.giveBack(requestId, approvalCode)

  /** The request as it is now, if that can be had: the watcher asks again. */
  const look = async (requestId: string) => {
    try {
      see(await api.read(requestId))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }

  async function giveBack(approvalCode?: string): Promise<boolean> {
    const [open, seen] = [charge(), request()]
    const started: Returning | undefined = open?.returning ?? (seen && { by: hasRest(seen) ? 'cancel' : 'void', legs: legsOf(seen) })
    if (!open?.requestId || !started || started.isDone) return false
    const { requestId, key } = open
    const returning: Returning = { ...started, ...(seen && legsOf(seen).length > 0 && { legs: legsOf(seen) }) }
    const { by, legs, isUnknown: wasUnknown } = returning
    const attempt = async () => {
      update({ returning })
      try {
        await ask(requestId, returning, approvalCode)
      } catch (error) {
        const isRefused = error instanceof CallError && !isOutcomeUnknown(error)
        if (!isRefused || (isNotLookedAt(error) && wasUnknown)) {
          update({ returning: { ...returning, isUnknown: true } })
          throw error
        }
        update({ returning: undefined })
        if (isNotLookedAt(error)) throw error
        await look(requestId)
        // The rest came first: nothing goes back, and the payment is shown.
        if (by === 'cancel' && error.code === 'REQUEST_PAID') return
        throw error
      }
      update({ returning: { by, legs, isDone: true } })
      await look(requestId)
    }
    try {
      return await act(attempt)
    } finally {
      if (!charge()?.returning?.isDone) follow(key)
    }
  }

  return giveBack
}
