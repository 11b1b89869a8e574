import type { Endpoint, getMerchantSummary, listSupportedWallets } from '@nikau/contract'
import type { cancelOneOffPayment, createOneOffPayment, getOneOffPayment, payOneOffPayment } from '@nikau/contract/one-off-payments'
import type { getPaymentRequestSummary } from '@nikau/contract/payment-requests'
import type * as z from 'zod/mini'
import { CallError } from '../../lib/call-error.ts'
import { deployed } from '../../lib/config.ts'
import { reporting } from '../../lib/reporting.ts'
import { request } from '../../lib/request.ts'
import { delay, maxRetries, withRetries } from '../../lib/retry.ts'

/**
 * Method and path of an endpoint, typed by the contract: a wrong one does not compile. The schemas stay out of the public
 * checkout, because they and their library would grow its first load (docs/decisions/0070).
 */
type EndpointRef<E extends Endpoint> = Pick<E, 'method' | 'path'> & { readonly endpoint?: E }
export const endpointRef = <E extends Endpoint>(method: E['method'], path: E['path']): EndpointRef<E> => ({ method, path })

export const endpoints = {
  getSummary: endpointRef<typeof getPaymentRequestSummary>('GET', '/api/payment-requests/:id/summary'),
  getMerchant: endpointRef<typeof getMerchantSummary>('GET', '/api/merchants/:id/summary'),
  listWallets: endpointRef<typeof listSupportedWallets>('GET', '/api/merchants/:id/supported-wallets'),
  createPayment: endpointRef<typeof createOneOffPayment>('POST', '/api/one-off-payments'),
  getPayment: endpointRef<typeof getOneOffPayment>('GET', '/api/one-off-payments/:id'),
  pay: endpointRef<typeof payOneOffPayment>('POST', '/api/one-off-payments/:id/pay'),
  cancelPayment: endpointRef<typeof cancelOneOffPayment>('POST', '/api/one-off-payments/:id/cancel'),
}

/** The JSON that an endpoint returns, before the contract would decode it. */
export type JsonOf<E extends Endpoint> = z.input<E['answer']>
type Body<E extends Endpoint> = E['body'] extends z.ZodMiniType ? z.input<E['body']> : undefined

interface CallOptions<E extends Endpoint> {
  id?: string
  body?: Body<E>
  /** ETag of the response that is already known. */
  etag?: string | undefined
  token?: string | undefined
  signal?: AbortSignal | undefined
}

/** Returns the response itself, for callers that need its status or headers. */
export async function fetchEndpoint<E extends Endpoint>(ref: EndpointRef<E>, { id = '', body, etag, token, signal }: CallOptions<E>): Promise<Response> {
  return await request(deployed.apiBase + ref.path.replace(':id', encodeURIComponent(id)), {
    method: ref.method,
    headers: { ...(etag !== undefined && { 'if-none-match': etag }), ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body,
    signal,
  })
}

/** One attempt. */
const attempt = async <E extends Endpoint>(ref: EndpointRef<E>, options: CallOptions<E>) => (await (await fetchEndpoint(ref, options)).json()) as JsonOf<E>

/** Calls an endpoint with the retries of every call, and reports a failure. `once`: without retries, where each attempt counts. */
export async function callEndpoint<E extends Endpoint>(
  ref: EndpointRef<E>,
  { once = false, ...options }: CallOptions<E> & { once?: boolean },
): Promise<JsonOf<E>> {
  try {
    return once ? await attempt(ref, options) : await withRetries(() => attempt(ref, options), options.signal)
  } catch (error) {
    if (!options.signal?.aborted) reporting.callFailed(ref.method, ref.path, error)
    throw error
  }
}

/** The server has not decided yet, and the same call may be repeated. */
const unconfirmed = 'PAYMENT_UNCONFIRMED'

const firstPauseMs = 1000
const maxPauseMs = 5000

/**
 * Repeats a call that must not be given up, unchanged and with its idempotency key, until the server answers or refuses. `onAttempt`
 * gets the error of a failed attempt, and how many failed before.
 */
export async function callUntilAnswered<E extends Endpoint>(
  ref: EndpointRef<E>,
  options: CallOptions<E> & { signal: AbortSignal },
  onAttempt: (error: CallError | undefined, failures: number) => void,
): Promise<JsonOf<E> | CallError> {
  const attempts = reportedAttempts(ref)
  for (let failures = 0; ; failures++) {
    try {
      const answer = await attempt(ref, options)
      onAttempt(undefined, failures)
      return answer
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      attempts.failed(error)
      if (error.isRefusal && error.code !== unconfirmed) return error
      onAttempt(error, failures)
      await delay(Math.min(maxPauseMs, firstPauseMs * 2 ** failures), options.signal)
    }
  }
}

/** For calls that go on: a refusal is reported at once, another failure when every other call would have been given up. */
export function reportedAttempts({ method, path }: Pick<Endpoint, 'method' | 'path'>): { failed: (error: unknown) => void; succeeded: () => void } {
  let failures = 0
  return {
    failed: (error) => {
      const isFinal = error instanceof CallError && error.isRefusal && error.code !== unconfirmed
      if (isFinal || failures++ === maxRetries) reporting.callFailed(method, path, error)
    },
    succeeded: () => void (failures = 0),
  }
}
