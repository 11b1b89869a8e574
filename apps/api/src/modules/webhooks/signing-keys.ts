import { createHash } from 'node:crypto'
import { createKeyRing, type Secret } from '@nikau/runtime'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'

/** A key pair as stored: the public half is published, the private half is sealed with the key's id as owner. */
export interface StoredKey {
  id: string
  publicKey: JWK
  sealedPrivateKey: Buffer
  /** The key of WEBHOOK_SECRET that sealed it. */
  sealingKeyId: string
}

export async function generateSigningKey(id: string, secret: Secret): Promise<StoredKey> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const publicJwk = await exportJWK(publicKey)
  const { sealed, keyId } = webhookKeyRing(secret).seal(JSON.stringify(await exportJWK(privateKey)), id)
  return { id, publicKey: { ...publicJwk, kid: id, alg: 'ES256', use: 'sig' }, sealedPrivateKey: sealed, sealingKeyId: keyId }
}

const signatureSeconds = 300

/** A JWT that signs the body for one receiver, valid for five minutes. */
export async function signBody(
  key: Pick<StoredKey, 'id' | 'sealedPrivateKey' | 'sealingKeyId'>,
  secret: Secret,
  request: { body: string; audience: string; now: Date },
): Promise<string> {
  const jwk = webhookKeyRing(secret).open({ sealed: key.sealedPrivateKey, keyId: key.sealingKeyId }, key.id)
  const privateKey = await importJWK(JSON.parse(jwk) as JWK, 'ES256')
  const issuedAt = Math.floor(request.now.getTime() / 1000)
  return await new SignJWT({ request_body_sha256: createHash('sha256').update(request.body).digest('hex') })
    .setProtectedHeader({ alg: 'ES256', kid: key.id, typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + signatureSeconds)
    .setAudience(request.audience)
    .sign(privateKey)
}

/** WEBHOOK_SECRET is a single secret or `id:secret,id:secret …`; keys sealed with a single secret have the id `initial`. */
export const webhookKeyRing = (secret: Secret) => createKeyRing(secret, { purpose: 'nikau webhook keys', plainKeyId: 'initial' })
