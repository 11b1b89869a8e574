import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret } from './secret.ts'

/** An encrypted value and the id of its key. */
export interface Sealed {
  sealed: Buffer
  keyId: string
}

/** Encrypts values at rest, such as bank account numbers, so that database access alone does not reveal them. */
export interface KeyRing {
  /** The key that seals. */
  readonly currentKeyId: string
  readonly keyIds: readonly string[]
  /** `owner` is authenticated, so a sealed value cannot be moved to another row. */
  seal(text: string, owner: string): Sealed
  open(value: Sealed, owner: string): string
}

export interface Vault extends KeyRing {
  /** A keyed hash for equality lookups. */
  fingerprint(text: string): Buffer
}

/**
 * `keys` is `id:secret,id:secret …`. The first seals and all open: to rotate, add a new key in front, run `pnpm rotate-keys`, and
 * remove the old one once nothing is sealed with it. With `plainKeyId`, a single secret without an id is the key of that id.
 */
export function createKeyRing(keys: Secret, options: { purpose: string; plainKeyId?: string }): KeyRing {
  const entries = keys.reveal().split(',')
  const isPlain = options.plainKeyId !== undefined && !entries.some((entry) => keyEntry.test(entry))
  const ring = new Map(
    isPlain ? [[options.plainKeyId!, deriveKey(keys.reveal(), options.purpose)] as const] : entries.map((entry) => readKey(entry, options.purpose)),
  )
  if (!isPlain && ring.size !== entries.length) throw new Error('vault keys must have different ids')
  const key = (id: string) => {
    const found = ring.get(id)
    if (!found) throw new Error(`unknown vault key: ${id}`)
    return found
  }
  const keyIds = [...ring.keys()]
  const currentKeyId = keyIds[0]!
  return {
    currentKeyId,
    keyIds,
    seal: (text, owner) => ({ sealed: seal(text, owner, key(currentKeyId)), keyId: currentKeyId }),
    open: ({ sealed, keyId }, owner) => unseal(sealed, owner, key(keyId)),
  }
}

/** What the keys of a vault are derived for. A process that only opens has a key ring of this purpose, and no fingerprints. */
export const vaultPurpose = 'nikau vault'

/** The fingerprint key never rotates, because fingerprints are compared with stored ones. */
export function createVault({ keys, fingerprintKey }: { keys: Secret; fingerprintKey: Secret }): Vault {
  const fingerprintHmacKey = deriveKey(fingerprintKey.reveal(), 'nikau vault fingerprints')
  return {
    ...createKeyRing(keys, { purpose: vaultPurpose }),
    fingerprint: (text) => createHmac('sha256', fingerprintHmacKey).update(text).digest(),
  }
}

const keyEntry = /^\s*([\w-]{1,32}):(\S{8,})\s*$/

function readKey(entry: string, purpose: string): [id: string, key: Buffer] {
  const match = keyEntry.exec(entry)
  if (!match) throw new Error('vault keys must be id:secret with a secret of at least 8 characters')
  return [match[1]!, deriveKey(match[2]!, purpose)]
}

/** AES-256-GCM: nonce, tag and ciphertext. `owner` is authenticated too, so a sealed value cannot be moved to another row. */
function seal(text: string, owner: string, key: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

function unseal(sealed: Buffer, owner: string, key: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}

/** A key for one purpose: keys of two purposes are unrelated even if their secret is the same. */
function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
