import { request as http } from 'node:http'
import { request as https } from 'node:https'
import { addressOf, type Resolve } from './targets.ts'

/** What the receiver's answer was, or why there was none. */
export interface Sent {
  delivered: boolean
  result: string
}

const longestMs = 5000
const mostBytes = 64 * 1024

/**
 * Sends one body to one address, once. Redirects are not followed; after five seconds or 64 kB of answer it is given up. The
 * answer's words are not kept: they are nobody's business here, and could be somebody's secrets.
 */
export async function send(
  url: URL,
  body: { text: string; authorization: string },
  options: { resolve: Resolve; loopback: boolean; signal?: AbortSignal },
): Promise<Sent> {
  let address: string | undefined
  try {
    address = await addressOf(url, options.resolve, options.loopback)
  } catch {
    return { delivered: false, result: 'the name cannot be resolved' }
  }
  if (address === undefined) return { delivered: false, result: 'the address is not allowed' }
  const limit = AbortSignal.timeout(longestMs)
  const signal = options.signal ? AbortSignal.any([limit, options.signal]) : limit
  return await new Promise((resolve) => {
    const fail = (result: string) => resolve({ delivered: false, result })
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
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body.text),
          'user-agent': 'Nikau-Webhooks/1',
        },
        agent: false,
        signal,
      },
      (answer) => {
        let bytes = 0
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes <= mostBytes) return
          fail('the answer is too long')
          call.destroy()
        })
        answer.on('error', () => fail('the answer was cut off'))
        answer.on('end', () => {
          const status = answer.statusCode ?? 0
          resolve({ delivered: status >= 200 && status < 300, result: `status ${status}` })
        })
      },
    )
    call.on('error', (error: NodeJS.ErrnoException) => fail(limit.aborted ? 'no answer in five seconds' : `no connection: ${error.code ?? error.name}`))
    call.end(body.text)
  })
}
