import { createHash } from 'node:crypto'
import { deriveKey, seal, type Secret, unseal } from '@nikau/runtime'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'

/** A key pair as stored: the public half is published, the private half is sealed with the key's id as owner. */
export interface StoredKey {
  id: string
  publicKey: JWK
  sealedPrivateKey: Buffer
}

export async function generateSigningKey(id: string, secret: Secret): Promise<StoredKey> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const publicJwk = await exportJWK(publicKey)
  return {
    id,
    publicKey: { ...publicJwk, kid: id, alg: 'ES256', use: 'sig' },
    sealedPrivateKey: seal(JSON.stringify(await exportJWK(privateKey)), id, sealingKey(secret)),
  }
}

const signatureSeconds = 300

/** A JWT that signs the body for one receiver, valid for five minutes. */
export async function signBody(
  key: Pick<StoredKey, 'id' | 'sealedPrivateKey'>,
  secret: Secret,
  request: { body: string; audience: string; now: Date },
): Promise<string> {
  const privateKey = await importJWK(JSON.parse(unseal(key.sealedPrivateKey, key.id, sealingKey(secret))) as JWK, 'ES256')
  const issuedAt = Math.floor(request.now.getTime() / 1000)
  return await new SignJWT({ request_body_sha256: createHash('sha256').update(request.body).digest('hex') })
    .setProtectedHeader({ alg: 'ES256', kid: key.id, typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + signatureSeconds)
    .setAudience(request.audience)
    .sign(privateKey)
}

const sealingKey = (secret: Secret) => deriveKey(secret.reveal(), 'nikau webhook keys')
