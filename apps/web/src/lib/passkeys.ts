import { queryOptions } from '@tanstack/react-query'
import type { CallError } from './call-error.ts'
import { deployed } from './config.ts'
import { request } from './request.ts'

export interface Passkey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

/** Passkeys belong to the identity provider, whose endpoints are not part of the API's contract. */
async function callProvider<T>(token: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
  const response = await request(new URL(path, deployed.issuer), { method, headers: { authorization: `Bearer ${token}` }, body })
  return (response.status === 204 ? {} : await response.json()) as T
}

export const passkeysOf = (token: string) =>
  queryOptions<Passkey[], CallError>({
    queryKey: ['passkeys'],
    queryFn: async () => (await callProvider<{ passkeys: Passkey[] }>(token, 'GET', '/passkeys')).passkeys,
  })

export async function addPasskey(token: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const options = await callProvider<Parameters<typeof startRegistration>[0]['optionsJSON']>(token, 'POST', '/passkeys/options', {})
  await callProvider(token, 'POST', '/passkeys', { response: await startRegistration({ optionsJSON: options }) })
}

export async function removePasskey(token: string, id: string): Promise<void> {
  await callProvider(token, 'DELETE', `/passkeys/${encodeURIComponent(id)}`)
}
