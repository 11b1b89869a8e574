import { queryOptions } from '@tanstack/react-query'
import type { CallError } from './call-error.ts'
import { callIdentity } from './identity.ts'

export interface Passkey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

export const passkeysQuery = queryOptions<Passkey[], CallError>({
  queryKey: ['GET', '/passkeys'],
  queryFn: async () => (await callIdentity<{ passkeys: Passkey[] }>('GET', '/passkeys')).passkeys,
})

export async function addPasskey(): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const options = await callIdentity<Parameters<typeof startRegistration>[0]['optionsJSON']>('POST', '/passkeys/options', {})
  await callIdentity('POST', '/passkeys', { response: await startRegistration({ optionsJSON: options }) })
}

export async function removePasskey(id: string): Promise<void> {
  await callIdentity('DELETE', `/passkeys/${encodeURIComponent(id)}`)
}
