import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { Secret } from './secret.ts'
import { createVault } from './vault.ts'

const fingerprintKey = new Secret('a key of fingerprints')
const vault = createVault({ keys: new Secret('a:first-secret'), fingerprintKey })

test('what is sealed opens again, for its owner alone, and the seal shows nothing of it', () => {
  const kept = vault.seal('020500021400500', 'account-1')
  expect(vault.open(kept, 'account-1')).toBe('020500021400500')
  expect(() => vault.open(kept, 'account-2')).toThrow('authenticate')
  expect(kept.sealed.toString('latin1')).not.toContain('0214005')
  expect(vault.seal('020500021400500', 'account-1').sealed.equals(kept.sealed)).toBe(false)
})

test('a changed byte does not open', () => {
  const kept = vault.seal('020500021400500', 'account-1')
  for (const place of [0, 12, kept.sealed.length - 1]) {
    const changed = Buffer.from(kept.sealed)
    changed[place]! ^= 1
    expect(() => vault.open({ ...kept, sealed: changed }, 'account-1')).toThrow('authenticate')
  }
})

test('a new key in front seals, the old one still opens; without it nothing does', () => {
  const old = vault.seal('secret', 'x')
  const rotated = createVault({ keys: new Secret('b:second-secret,a:first-secret'), fingerprintKey })
  expect(rotated.open(old, 'x')).toBe('secret')
  expect(rotated.seal('secret', 'x').keyId).toBe('b')
  const without = createVault({ keys: new Secret('b:second-secret'), fingerprintKey })
  expect(() => without.open(old, 'x')).toThrow('no key a')
})

test('fingerprints are equal for equal values, over a change of keys, and differ by their own key', () => {
  const rotated = createVault({ keys: new Secret('b:second-secret'), fingerprintKey })
  expect(rotated.fingerprint('1').equals(vault.fingerprint('1'))).toBe(true)
  expect(vault.fingerprint('2').equals(vault.fingerprint('1'))).toBe(false)
  const other = createVault({ keys: new Secret('a:first-secret'), fingerprintKey: new Secret('another key') })
  expect(other.fingerprint('1').equals(vault.fingerprint('1'))).toBe(false)
})

test('a key that is not written as one is named as a fault, without its words', () => {
  const attempt = () => createVault({ keys: new Secret('canary-without-an-id'), fingerprintKey })
  expect(attempt).toThrow('id:secret')
  try {
    attempt()
  } catch (error) {
    expect(inspect(error)).not.toContain('canary')
  }
})
