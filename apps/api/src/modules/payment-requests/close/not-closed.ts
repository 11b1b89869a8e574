import { isRetryable } from '@nikau/runtime'
import { closeException, raiseRecurring } from '../../exceptions/index.ts'
import type { RequestDeps } from '../request/with-request.ts'

const kind = 'payment-request-not-closed'

/**
 * Closes one request of a sweep. A failure is an exception of this request and does not stop the others; it ends when a later sweep
 * succeeds. The loss of the database is no exception: it ends the sweep.
 */
export async function closeOrRaise<T>(deps: RequestDeps, requestId: string, close: () => Promise<T>): Promise<T | undefined> {
  try {
    const closed = await close()
    await closeException(deps.db, { kind, ref: requestId, at: deps.clock.now() })
    return closed
  } catch (error) {
    if (isRetryable(error)) throw error
    await raiseRecurring(deps.db, { kind, ref: requestId, refs: { reason: (error as Error).message.slice(0, 300) }, at: deps.clock.now() })
    return undefined
  }
}
