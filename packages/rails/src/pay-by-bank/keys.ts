import { calculateJwkThumbprint, type CryptoKey, importJWK, type JWK } from 'jose'
import type { BankEntry } from './config.ts'

export interface SigningKey {
  alg: 'ES256' | 'PS256'
  kid: string
  key: CryptoKey
  publicJwk: JWK
}

export async function importSigningKey({ key }: Pick<BankEntry, 'key'>): Promise<SigningKey> {
  const jwk = JSON.parse(key.reveal()) as JWK
  const alg = jwk.kty === 'EC' ? 'ES256' : 'PS256'
  const kid = jwk.kid ?? (await calculateJwkThumbprint(jwk))
  const publicPart = jwk.kty === 'EC' ? { kty: jwk.kty, crv: jwk.crv!, x: jwk.x!, y: jwk.y! } : { kty: jwk.kty!, n: jwk.n!, e: jwk.e! }
  return { alg, kid, key: (await importJWK(jwk, alg)) as CryptoKey, publicJwk: { ...publicPart, alg, use: 'sig', kid } }
}

/** The public keys that banks verify our signatures with: each key once, without private parts. */
export async function publishedKeys(entries: readonly Pick<BankEntry, 'key'>[]): Promise<{ keys: JWK[] }> {
  const keys = await Promise.all(entries.map(async (entry) => (await importSigningKey(entry)).publicJwk))
  return { keys: [...new Map(keys.map((jwk) => [jwk.kid, jwk])).values()] }
}
