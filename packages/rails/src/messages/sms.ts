import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Secret } from '@nikau/runtime'
import { RailError } from '../error.ts'
import type { Sms } from './message.ts'

const connectTimeoutMs = 2000
const timeoutMs = 5000
const maxResponseBytes = 64 * 1024

/**
 * The SMS port: `POST <url>` with `{to, text}`, a bearer secret, and the key in `Idempotency-Key`.
 * Uses node:http because fetch has no separate connect timeout.
 */
export function openSms({ url, secret }: { url: string; secret: Secret }): (sms: Sms) => Promise<void> {
  return async ({ to, text, key, signal }) => {
    const body = JSON.stringify({ to, text })
    const headers = {
      authorization: `Bearer ${secret.reveal()}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': key,
    }
    const deadline = AbortSignal.timeout(timeoutMs)
    const send = new URL(url).protocol === 'https:' ? httpsRequest : httpRequest
    const request = send(url, { method: 'POST', headers, signal: signal ? AbortSignal.any([signal, deadline]) : deadline })
    limitConnectTime(request)
    request.end(body)
    const status = await statusOf(request)
    if (status < 200 || status > 299) throw new RailError(`sms ${status}`, { retryable: isRetryableStatus(status) })
  }
}

/** A wrong secret is our problem, not the message's: 401 and 403 are retried, like a busy server. */
function isRetryableStatus(status: number): boolean {
  return status >= 500 || [401, 403, 408, 409, 425, 429].includes(status)
}

function limitConnectTime(request: ClientRequest): void {
  request.on('socket', (socket) => {
    if (!socket.connecting) return
    const timer = setTimeout(() => request.destroy(Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT' })), connectTimeoutMs)
    const clear = () => clearTimeout(timer)
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', clear).once('close', clear)
  })
}

async function statusOf(request: ClientRequest): Promise<number> {
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => void request.once('response', resolve).once('error', reject))
    let length = 0
    for await (const chunk of response) if ((length += (chunk as Buffer).length) > maxResponseBytes) throw Object.assign(new Error(), { code: 'ETOOBIG' })
    return response.statusCode ?? 0
  } catch (error) {
    const { code, name } = error as { code?: string; name?: string }
    throw new RailError(`sms ${code ?? name}`, { retryable: true, cause: error })
  }
}
