import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret } from '@nikau/runtime'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'

/** A key pair as it is kept: the public half for everyone, the private half sealed. */
export interface KeptKey {
  id: string
  publicKey: JWK
  sealedPrivateKey: Buffer
}

export async function makeKey(id: string, secret: Secret): Promise<KeptKey> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const open = await exportJWK(publicKey)
  return {
    id,
    publicKey: { ...open, kid: id, alg: 'ES256', use: 'sig' },
    sealedPrivateKey: seal(JSON.stringify(await exportJWK(privateKey)), id, secret),
  }
}

const signatureSeconds = 300

/** The signature over a body for one receiver: good for five minutes, for this address and these very bytes. */
export async function sign(
  key: Pick<KeptKey, 'id' | 'sealedPrivateKey'>,
  secret: Secret,
  what: { body: string; audience: string; now: Date },
): Promise<string> {
  const privateKey = await importJWK(JSON.parse(unseal(key.sealedPrivateKey, key.id, secret)) as JWK, 'ES256')
  const issuedAt = Math.floor(what.now.getTime() / 1000)
  return await new SignJWT({ request_body_sha256: createHash('sha256').update(what.body).digest('hex') })
    .setProtectedHeader({ alg: 'ES256', kid: key.id, typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + signatureSeconds)
    .setAudience(what.audience)
    .sign(privateKey)
}

/** The key's id is bound into the seal, so that one sealed key cannot be put in another's place. */
function seal(text: string, id: string, secret: Secret): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealKey(secret), nonce).setAAD(Buffer.from(id))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function unseal(sealed: Buffer, id: string, secret: Secret): string {
  const decipher = createDecipheriv('aes-256-gcm', sealKey(secret), sealed.subarray(0, 12)).setAAD(Buffer.from(id)).setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}

function sealKey(secret: Secret): Buffer {
  return Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'nikau webhook keys', 32))
}
