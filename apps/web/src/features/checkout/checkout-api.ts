import type { Endpoint, getMerchantSummary, listSupportedWallets } from '@nikau/contract'
import type { cancelOneOffPayment, createOneOffPayment, getOneOffPayment, payOneOffPayment } from '@nikau/contract/one-off-payments'
import type { getPaymentRequestSummary } from '@nikau/contract/payment-requests'
import type * as z from 'zod/mini'
import { deployed } from '../../lib/config.ts'
import { request } from '../../lib/request.ts'

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

export async function callEndpoint<E extends Endpoint>(ref: EndpointRef<E>, options: CallOptions<E>): Promise<JsonOf<E>> {
  return (await (await fetchEndpoint(ref, options)).json()) as JsonOf<E>
}

/** Rejects when the signal aborts. */
export function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
