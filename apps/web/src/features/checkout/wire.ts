import type { Endpoint, getMerchantSummary, listSupportedWallets } from '@nikau/contract'
import type { cancelOneOffPayment, createOneOffPayment, getOneOffPayment, payOneOffPayment } from '@nikau/contract/one-off-payments'
import type { getPaymentRequestSummary } from '@nikau/contract/payment-requests'
import type * as z from 'zod/mini'
import { deployed } from '../../lib/config.ts'

/**
 * The calls of the public checkout. Method and path are those of the contract, or this does not compile; its schemas stay
 * behind, because a page that shops send strangers to cannot afford them and their library (docs/decisions/0070).
 */
type Named<E extends Endpoint> = Pick<E, 'method' | 'path'> & { readonly of?: E }
export const named = <E extends Endpoint>(method: E['method'], path: E['path']): Named<E> => ({ method, path })

export const calls = {
  summary: named<typeof getPaymentRequestSummary>('GET', '/api/payment-requests/:id/summary'),
  merchant: named<typeof getMerchantSummary>('GET', '/api/merchants/:id/summary'),
  wallets: named<typeof listSupportedWallets>('GET', '/api/merchants/:id/supported-wallets'),
  begin: named<typeof createOneOffPayment>('POST', '/api/one-off-payments'),
  look: named<typeof getOneOffPayment>('GET', '/api/one-off-payments/:id'),
  pay: named<typeof payOneOffPayment>('POST', '/api/one-off-payments/:id/pay'),
  cancel: named<typeof cancelOneOffPayment>('POST', '/api/one-off-payments/:id/cancel'),
}

/** What a call answers, as it stands on the wire. */
export type Wire<E extends Endpoint> = z.input<E['answer']>
type Body<E extends Endpoint> = E['body'] extends z.ZodMiniType ? z.input<E['body']> : undefined

/** A call that did not succeed: the server's code, or NETWORK when no answer came. */
export class CallFailed extends Error {
  readonly status: number
  readonly code: string
  /** What the server adds to its code, where it does. */
  readonly reason: string | undefined
  constructor(status: number, code: string, reason?: string) {
    super(code)
    this.status = status
    this.code = code
    this.reason = reason
  }
  /** The server understood and said no: the same call again would be refused again. */
  get refused(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429
  }
}

const timeoutMs = 20_000

interface Asked<E extends Endpoint> {
  id?: string
  body?: Body<E>
  /** The tag of the answer that one has already. */
  tag?: string | undefined
  /** What allows the call, where anyone may not make it. */
  token?: string | undefined
  signal?: AbortSignal | undefined
}

/** The answer as it came, for whoever needs more of it than the words. */
export async function askPlainly<E extends Endpoint>(call: Named<E>, { id = '', body, tag, token, signal }: Asked<E>): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs)
  let response: Response
  try {
    response = await fetch(deployed.apiBase + call.path.replace(':id', encodeURIComponent(id)), {
      method: call.method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(tag !== undefined && { 'if-none-match': tag }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallFailed(0, 'NETWORK')
  }
  if (response.ok || response.status === 304) return response
  const fields = (await response.json().catch(() => ({}))) as { message?: unknown; reason?: unknown } | null
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  throw new CallFailed(response.status, text(fields?.message) ?? 'UNKNOWN', text(fields?.reason))
}

export async function ask<E extends Endpoint>(call: Named<E>, asked: Asked<E>): Promise<Wire<E>> {
  return (await (await askPlainly(call, asked)).json()) as Wire<E>
}

/** Waits unless the page is left meanwhile. */
export function pause(ms: number, left: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(left.reason as Error)
    }
    const timer = setTimeout(() => {
      left.removeEventListener('abort', stop)
      resolve()
    }, ms)
    left.addEventListener('abort', stop, { once: true })
  })
}
