import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret } from './secret.ts'

/** A value as it is kept: unreadable without the key that is named beside it. */
export interface Sealed {
  sealed: Buffer
  keyId: string
}

/** Keeps values that must be read again later, such as bank account numbers, out of reach of whoever reads the database alone. */
export interface Vault {
  /** `owner` is bound into the seal: what was sealed for one row cannot be put in another's place. */
  seal(text: string, owner: string): Sealed
  open(kept: Sealed, owner: string): string
  /** Equal for equal values and for nothing else; says nothing of the value to whoever has no key. */
  fingerprint(text: string): Buffer
}

/**
 * `keys` is `id:secret,id:secret …`: the first seals, all open, so that a new key is put in front and an old one leaves when
 * nothing is sealed with it any more. The key of fingerprints stays for ever, because they are compared with earlier ones.
 */
export function createVault({ keys, fingerprintKey }: { keys: Secret; fingerprintKey: Secret }): Vault {
  const ring = new Map(keys.reveal().split(',').map(readKey))
  const [current] = ring.keys()
  const key = (id: string) => {
    const found = ring.get(id)
    if (!found) throw new Error(`there is no key ${id} to open what it sealed`)
    return found
  }
  const mark = derived(fingerprintKey.reveal(), 'nikau vault fingerprints')
  return {
    seal(text, owner) {
      const keyId = current!
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key(keyId), nonce).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), body]), keyId }
    },
    open({ sealed, keyId }, owner) {
      const decipher = createDecipheriv('aes-256-gcm', key(keyId), sealed.subarray(0, 12)).setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
    },
    fingerprint: (text) => createHmac('sha256', mark).update(text).digest(),
  }
}

function readKey(entry: string): [id: string, key: Buffer] {
  const match = /^\s*([\w-]{1,32}):(\S{8,})\s*$/.exec(entry)
  if (!match) throw new Error('a key of the vault is written as id:secret, the secret at least eight characters')
  return [match[1]!, derived(match[2]!, 'nikau vault')]
}

function derived(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
