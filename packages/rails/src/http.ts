export interface HttpResponse {
  status: number
  /** Undefined when the response was not JSON. */
  body: unknown
}

const maxResponseBytes = 256 * 1024

/** One request with a timeout; a transport error when there was no complete response. Never follows a redirect. */
export async function sendRequest(url: string, init: RequestInit, timeoutMs: number): Promise<HttpResponse | { transportError: string }> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const text = await readLimited(response)
    return { status: response.status, body: parseJson(text) }
  } catch (error) {
    const { name, cause } = error as { name?: string; cause?: { code?: string } }
    return { transportError: cause?.code ?? name ?? 'unknown' }
  }
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxResponseBytes) throw Object.assign(new Error('response too large'), { name: 'ETOOBIG' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // for instance an HTML error page of a gateway
  }
}
