import { expect, test } from 'vitest'
import { parseTrustProxy, sourceOf } from './source-address.ts'

test('IPv6 addresses count by their /64, IPv4 addresses one by one [SEC-6]', () => {
  for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0DB8:0001:0002:0:0:0:9', '2001:db8:1:2::192.0.2.1'])
    expect(sourceOf(address)).toBe('2001:db8:1:2::/64')
  expect(sourceOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
  expect(sourceOf('::1')).toBe('0:0:0:0::/64')
  expect(sourceOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(sourceOf('192.0.2.7')).toBe('192.0.2.7')
  expect(sourceOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  for (const wrong of ['', 'x', '2001:db8:1:2:12345::1', '300.1.1.1']) expect(sourceOf(wrong)).toBe('unknown')
})

test('proxies are trusted by number or by address, never all of them [SEC-6]', () => {
  expect(parseTrustProxy('false')).toBe(false)
  const twoHops = parseTrustProxy('2') as (address: string, hop: number) => boolean
  expect([0, 1, 2].map((hop) => twoHops('192.0.2.1', hop))).toEqual([true, true, false])
  expect(parseTrustProxy('10.0.0.0/8, 2001:db8::/32')).toEqual(['10.0.0.0/8', '2001:db8::/32'])
  for (const wrong of ['true', '', '0.0.0.0/0', '10.0.0.0/33', 'loopback', '10.0.0.0/8/8']) expect(() => parseTrustProxy(wrong)).toThrow('must be false')
})
