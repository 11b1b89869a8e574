import type { BankOutcome } from './port.ts'

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

/**
 * What an answer means that is not the hoped-for one. Only a well-formed no of the bank itself is a refusal: whatever a gateway,
 * a limit or a server in trouble says leaves open what was done.
 */
export function otherwise(what: string, answer: Answer | { lost: string }): BankOutcome<never> {
  if ('lost' in answer) return { outcome: 'unknown', why: `${what}: ${answer.lost}` }
  const code = codeOf(answer.body)
  const why = `${what}: ${answer.status}${code === undefined ? '' : ` ${code}`}`
  const isNo = answer.status >= 400 && answer.status < 500 && ![408, 425, 429].includes(answer.status) && code !== undefined
  return { outcome: isNo ? 'refused' : 'unknown', why }
}

/** The code in the error bodies of the standard and of OAuth; free text is left behind. */
function codeOf(body: unknown): string | undefined {
  const { Errors, error } = (body ?? {}) as { Errors?: { ErrorCode?: unknown }[]; error?: unknown }
  const code = Array.isArray(Errors) ? Errors[0]?.ErrorCode : error
  return typeof code === 'string' && /^[\w.]{1,64}$/.test(code) ? code : undefined
}
