import { isIPv4, isIPv6 } from 'node:net'

/**
 * The part of an IP address that one caller controls: an IPv4 address, or the /64 of an IPv6 address, because a home or a server has
 * 2^64 addresses of its own. Rate limits count per source.
 */
export function sourceOf(address: string): string {
  const plain = address.replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped && isIPv4(mapped)) return mapped
  if (isIPv4(plain)) return plain
  if (!isIPv6(plain)) return 'unknown' // not an address: one source, so that made-up ones gain nothing
  const [head = '', tail = ''] = plain.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, hexOfIPv4).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const groups = plain.includes('::') ? [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after] : before
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

function hexOfIPv4(_: string, ...parts: string[]): string {
  const [a, b, c, d] = parts.slice(0, 4).map(Number) as [number, number, number, number]
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

export type TrustProxy = false | string[] | ((address: string, hop: number) => boolean)

/**
 * Which proxies are believed about the caller's address. `false`: none. A number: that many in front of us. Otherwise a
 * comma-separated list of their addresses or CIDR ranges. `true` would believe the caller itself and is refused.
 */
export function parseTrustProxy(text: string): TrustProxy {
  const value = text.trim()
  if (value === 'false' || value === '0') return false
  if (/^\d{1,2}$/.test(value)) return (_address, hop) => hop < Number(value)
  const list = value.split(/\s*,\s*/).filter(Boolean)
  if (list.length === 0 || !list.every(isRange)) throw new Error('must be false, the number of proxies, or a list of their addresses or CIDR ranges')
  return list
}

function isRange(text: string): boolean {
  const [address = '', bits, more] = text.split('/')
  if (more !== undefined || (!isIPv4(address) && !isIPv6(address))) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (isIPv4(address) ? 32 : 128))
}
