import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { developmentSigningKey, type Secret } from '@nikau/runtime'
import { z } from 'zod'

/** Signs anchors. */
export interface AnchorKey {
  id: string
  privateKey: KeyObject
}

/** The keys that anchors were ever signed with, by id. */
export type AnchorPublicKeys = ReadonlyMap<string, KeyObject>

const keyId = z.string().regex(/^[\w-]{1,64}$/)
const publicJwk = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), kid: keyId, x: z.string().length(43) })
const privateJwk = publicJwk.extend({ d: z.string().length(43) })

/** JSON: the public keys of anchors as a JWK set. */
export const anchorPublicKeys = z.object({ keys: z.array(publicJwk).min(1) })

/** Of a secret that is an Ed25519 private key as JWK with its id. */
export function parseAnchorKey(secret: Secret): AnchorKey {
  const jwk = privateJwk.parse(JSON.parse(secret.reveal()))
  return { id: jwk.kid, privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) }
}

export function importPublicKeys({ keys }: z.output<typeof anchorPublicKeys>): AnchorPublicKeys {
  return new Map(keys.map((jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]))
}

/** The key of development, as JSON. */
export function developmentAnchorKey(): string {
  return JSON.stringify({ ...developmentSigningKey(), kid: 'development' })
}

/** The public part of a private key, as a set of one. */
export function publicKeysOf(privateKey: string): string {
  const { kty, crv, kid, x } = JSON.parse(privateKey) as Record<string, string>
  return JSON.stringify({ keys: [{ kty, crv, kid, x }] })
}

export function signStatement({ privateKey }: AnchorKey, statement: string): string {
  return sign(null, Buffer.from(statement), privateKey).toString('base64')
}

export function isSigned(keys: AnchorPublicKeys, keyId: string, { statement, signature }: { statement: string; signature: string }): boolean {
  const key = keys.get(keyId)
  return key !== undefined && verify(null, Buffer.from(statement), key, Buffer.from(signature, 'base64'))
}

export function hashOf(statement: string): string {
  return createHash('sha256').update(statement).digest('hex')
}
