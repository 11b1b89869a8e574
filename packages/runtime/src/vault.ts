import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret } from './secret.ts'

/** An encrypted value and the id of its key. */
export interface Sealed {
  sealed: Buffer
  keyId: string
}

/** Encrypts values at rest, such as bank account numbers, so that database access alone does not reveal them. */
export interface Vault {
  /** `owner` is authenticated, so a sealed value cannot be moved to another row. */
  seal(text: string, owner: string): Sealed
  open(value: Sealed, owner: string): string
  /** A keyed hash for equality lookups. */
  fingerprint(text: string): Buffer
}

/**
 * `keys` is `id:secret,id:secret …`. The first seals and all open, so to rotate, add a new key in front and remove the old one once
 * nothing is sealed with it. The fingerprint key never rotates, because fingerprints are compared with stored ones.
 */
export function createVault({ keys, fingerprintKey }: { keys: Secret; fingerprintKey: Secret }): Vault {
  const ring = new Map(keys.reveal().split(',').map(readKey))
  const [current] = ring.keys()
  const key = (id: string) => {
    const found = ring.get(id)
    if (!found) throw new Error(`unknown vault key: ${id}`)
    return found
  }
  const fingerprintHmacKey = deriveKey(fingerprintKey.reveal(), 'nikau vault fingerprints')
  return {
    seal(text, owner) {
      const keyId = current!
      return { sealed: seal(text, owner, key(keyId)), keyId }
    },
    open({ sealed, keyId }, owner) {
      return unseal(sealed, owner, key(keyId))
    },
    fingerprint: (text) => createHmac('sha256', fingerprintHmacKey).update(text).digest(),
  }
}

function readKey(entry: string): [id: string, key: Buffer] {
  const match = /^\s*([\w-]{1,32}):(\S{8,})\s*$/.exec(entry)
  if (!match) throw new Error('vault keys must be id:secret with a secret of at least 8 characters')
  return [match[1]!, deriveKey(match[2]!, 'nikau vault')]
}

/** AES-256-GCM: nonce, tag and ciphertext. `owner` is authenticated too, so a sealed value cannot be moved to another row. */
export function seal(text: string, owner: string, key: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

export function unseal(sealed: Buffer, owner: string, key: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}

/** A key for one purpose: keys of two purposes are unrelated even if their secret is the same. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
