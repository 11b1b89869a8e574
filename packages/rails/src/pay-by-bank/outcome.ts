import type { HttpResponse } from '../http.ts'
import type { BankOutcome } from './port.ts'

/**
 * The outcome of an unsuccessful response. Only a well-formed error of the bank itself is a refusal; errors of gateways, rate limits
 * and server failures leave the outcome unknown.
 */
export function toFailedOutcome(what: string, response: HttpResponse | { transportError: string }): BankOutcome<never> {
  if ('transportError' in response) return { outcome: 'unknown', reason: `${what}: ${response.transportError}` }
  const code = codeOf(response.body)
  const reason = `${what}: ${response.status}${code === undefined ? '' : ` ${code}`}`
  const isRefusal = response.status >= 400 && response.status < 500 && ![408, 425, 429].includes(response.status) && code !== undefined
  return { outcome: isRefusal ? 'refused' : 'unknown', reason }
}

/** The code in error bodies of the standard and of OAuth; free text is dropped. */
function codeOf(body: unknown): string | undefined {
  const { Errors, error } = (body ?? {}) as { Errors?: { ErrorCode?: unknown }[]; error?: unknown }
  const code = Array.isArray(Errors) ? Errors[0]?.ErrorCode : error
  return typeof code === 'string' && /^[\w.]{1,64}$/.test(code) ? code : undefined
}
