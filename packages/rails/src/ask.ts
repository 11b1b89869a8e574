export interface Answer {
  status: number
  /** Undefined when the answer was not JSON. */
  body: unknown
}

const answerLimit = 256 * 1024

/** One call in bounded time; `undefined` with a reason when there was no whole answer. Never follows a redirect. */
export async function ask(url: string, init: RequestInit, timeoutMs: number): Promise<Answer | { lost: string }> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const text = await bounded(response)
    return { status: response.status, body: jsonOf(text) }
  } catch (error) {
    const { name, cause } = error as { name?: string; cause?: { code?: string } }
    return { lost: cause?.code ?? name ?? 'lost' }
  }
}

async function bounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > answerLimit) throw Object.assign(new Error('the answer is too long'), { name: 'ETOOBIG' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a gateway's page, where an answer was meant to be
  }
}
