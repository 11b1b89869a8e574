import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { Secret } from './secret.ts'
import { createKeyRing, createVault } from './vault.ts'

const fingerprintKey = new Secret('a key of fingerprints')
const vault = createVault({ keys: new Secret('a:first-secret'), fingerprintKey })

test('a sealed value opens only for its owner and does not reveal the text', () => {
  const sealedValue = vault.seal('020500021400500', 'account-1')
  expect(vault.open(sealedValue, 'account-1')).toBe('020500021400500')
  expect(() => vault.open(sealedValue, 'account-2')).toThrow('authenticate')
  expect(sealedValue.sealed.toString('latin1')).not.toContain('0214005')
  expect(vault.seal('020500021400500', 'account-1').sealed.equals(sealedValue.sealed)).toBe(false)
})

test('a modified value does not open', () => {
  const sealedValue = vault.seal('020500021400500', 'account-1')
  for (const place of [0, 12, sealedValue.sealed.length - 1]) {
    const changed = Buffer.from(sealedValue.sealed)
    changed[place]! ^= 1
    expect(() => vault.open({ ...sealedValue, sealed: changed }, 'account-1')).toThrow('authenticate')
  }
})

test('after a rotation the new key seals, and old values open only with the old key', () => {
  const old = vault.seal('secret', 'x')
  const rotated = createVault({ keys: new Secret('b:second-secret,a:first-secret'), fingerprintKey })
  expect(rotated.open(old, 'x')).toBe('secret')
  expect(rotated.seal('secret', 'x').keyId).toBe('b')
  const without = createVault({ keys: new Secret('b:second-secret'), fingerprintKey })
  expect(() => without.open(old, 'x')).toThrow('unknown vault key: a')
})

test('fingerprints are equal for equal values across key rotation and differ by fingerprint key', () => {
  const rotated = createVault({ keys: new Secret('b:second-secret'), fingerprintKey })
  expect(rotated.fingerprint('1').equals(vault.fingerprint('1'))).toBe(true)
  expect(vault.fingerprint('2').equals(vault.fingerprint('1'))).toBe(false)
  const other = createVault({ keys: new Secret('a:first-secret'), fingerprintKey: new Secret('another key') })
  expect(other.fingerprint('1').equals(vault.fingerprint('1'))).toBe(false)
})

test('a malformed key is an error that does not contain the key', () => {
  const attempt = () => createVault({ keys: new Secret('canary-without-an-id'), fingerprintKey })
  expect(attempt).toThrow('id:secret')
  try {
    attempt()
  } catch (error) {
    expect(inspect(error)).not.toContain('canary')
  }
})

test('a single secret without an id is the key of the given id, and goes on opening once it has that id [SEC-11]', () => {
  const options = { purpose: 'test', plainKeyId: 'initial' }
  const plain = createKeyRing(new Secret('a-single-secret'), options)
  const sealedValue = plain.seal('text', 'x')
  expect(sealedValue.keyId).toBe('initial')
  const rotated = createKeyRing(new Secret('next:second-secret,initial:a-single-secret'), options)
  expect(rotated.open(sealedValue, 'x')).toBe('text')
  expect(rotated).toMatchObject({ currentKeyId: 'next', keyIds: ['next', 'initial'] })
  expect(() => createKeyRing(new Secret('next:second-secret,a-single-secret'), options)).toThrow('id:secret')
  expect(() => createKeyRing(new Secret('a:first-secret,a:second-secret'), options)).toThrow('different ids')
})
