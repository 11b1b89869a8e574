import { once } from 'node:events'
import { request as http } from 'node:http'
import { request as https } from 'node:https'
import { resolveTarget, type Resolve } from './ssrf-guard.ts'

/** The receiver's status, or why there is none. */
export interface SendResult {
  delivered: boolean
  result: string
  status?: number
  /** The response's body. Its start is kept for the merchant who answered it. */
  text: string
}

/** How long a call may take, and how much of a response is read. */
const defaultBounds = { seconds: 5, maxResponseBytes: 64 * 1024 }

/** Of every call, beside the signature. */
export const sentHeaders = { 'content-type': 'application/json', 'user-agent': 'Nikau-Webhooks/1' }

/** Sends one body to one address, once. Redirects are not followed, and a call beyond its bounds is aborted. */
export async function send(
  url: URL,
  body: { text: string; authorization: string },
  options: { resolve: Resolve; loopback: boolean; signal?: AbortSignal; bounds?: typeof defaultBounds },
): Promise<SendResult> {
  const { seconds, maxResponseBytes } = options.bounds ?? defaultBounds
  const timeout = AbortSignal.timeout(seconds * 1000)
  const late = once(timeout, 'abort').then(() => Promise.reject(new Error('timeout')))
  let address: string | undefined
  try {
    address = await Promise.race([resolveTarget(url, options.resolve, options.loopback), late])
  } catch {
    return { delivered: false, result: 'name not resolved', text: '' }
  }
  if (address === undefined) return { delivered: false, result: 'address not allowed', text: '' }
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
  return await new Promise((resolve) => {
    const fail = (result: string) => resolve({ delivered: false, result, text: '' })
    const call = (url.protocol === 'https:' ? https : http)(
      {
        host: address,
        port: url.port || (url.protocol === 'https:' ? 443 : 80),
        servername: url.hostname,
        path: url.pathname + url.search,
        method: 'POST',
        headers: {
          host: url.host,
          authorization: body.authorization,
          ...sentHeaders,
          'content-length': Buffer.byteLength(body.text),
        },
        agent: false,
        signal,
      },
      (response) => {
        let bytes = 0
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          chunks.push(chunk)
          if (bytes <= maxResponseBytes) return
          fail('response too large')
          call.destroy()
        })
        response.on('error', () => fail('response aborted'))
        response.on('end', () => {
          const status = response.statusCode ?? 0
          resolve({ delivered: status >= 200 && status < 300, result: `status ${status}`, status, text: Buffer.concat(chunks).toString('utf8') })
        })
      },
    )
    call.on('error', (error: NodeJS.ErrnoException) =>
      fail(timeout.aborted ? `no response in ${seconds} seconds` : `no connection: ${error.code ?? error.name}`),
    )
    call.end(body.text)
  })
}
