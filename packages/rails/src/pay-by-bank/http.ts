import type { Answer } from '../ask.ts'
import type { BankOutcome } from './port.ts'

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
