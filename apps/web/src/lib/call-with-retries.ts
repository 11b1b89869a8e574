import type { AnswerOf, Endpoint } from '@nikau/contract'
import { call, type Input } from './call.ts'
import { reporting } from './reporting.ts'
import { withRetries } from './retry.ts'

/** For calls outside a query or mutation: with the same retries, and a failure is reported. */
export async function callWithRetries<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<AnswerOf<E>> {
  try {
    return await withRetries(() => call(endpoint, input))
  } catch (error) {
    reporting.callFailed(endpoint.method, endpoint.path, error)
    throw error
  }
}
