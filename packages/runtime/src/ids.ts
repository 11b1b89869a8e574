import { randomBytes } from 'node:crypto'

/** Passed as an argument, so that tests can control the ids. */
export interface Ids {
  /** 128 random bits in base58 with an optional prefix. Unguessable. */
  public(prefix?: string): string
  /** UUID version 7: ordered by time, which keeps index inserts local. */
  ordered(): string
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

export const randomIds: Ids = {
  public: (prefix = '') => prefix + base58(randomBytes(16)),
  ordered: () => uuidV7(Date.now(), randomBytes(10)),
}

function base58(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (let i = 0; i < 22; i++) {
    text = alphabet[Number(rest % 58n)] + text
    rest /= 58n
  }
  return text
}

function uuidV7(milliseconds: number, random: Buffer): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(milliseconds, 0, 6)
  random.copy(bytes, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
