import { queryOptions } from '@tanstack/react-query'
import { CallError } from './call.ts'
import { deployed } from './config.ts'

export interface Passkey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

/** Passkeys belong to the provider, not to the API, so these calls go to it, in the person's name. */
async function ask<T>(token: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
  const response = await fetch(new URL(path, deployed.issuer), {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new CallError(0, 'NETWORK')
  })
  const answer = (response.status === 204 ? {} : await response.json().catch(() => ({}))) as { message?: string }
  if (!response.ok) throw new CallError(response.status, answer.message ?? 'UNKNOWN')
  return answer as T
}

export const passkeysOf = (token: string) =>
  queryOptions<Passkey[], CallError>({ queryKey: ['passkeys'], queryFn: async () => (await ask<{ passkeys: Passkey[] }>(token, 'GET', '/passkeys')).passkeys })

export async function addPasskey(token: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const options = await ask<Parameters<typeof startRegistration>[0]['optionsJSON']>(token, 'POST', '/passkeys/options', {})
  await ask(token, 'POST', '/passkeys', { response: await startRegistration({ optionsJSON: options }) })
}

export async function removePasskey(token: string, id: string): Promise<void> {
  await ask(token, 'DELETE', `/passkeys/${encodeURIComponent(id)}`)
}
