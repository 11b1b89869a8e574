import { lookup } from 'node:dns/promises'
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * Webhooks go only to domain names, by https, on an allowed port, and only if every address of the name is public. This keeps
 * merchants from reaching our network, this machine or the cloud's metadata service, in any notation.
 */

export type Resolve = (name: string) => Promise<string[]>

export const resolveName: Resolve = async (name) => (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address)

const allowedPorts: ReadonlySet<string> = new Set(['', '443', '8443'])
const internalNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|arpa|onion|test|invalid)$/

/** The normalised URL, or undefined if it is not allowed. `loopback` is for development. */
export function parseTarget(raw: string, loopback: boolean): URL | undefined {
  if (!/^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?][!-~]*)?$/i.test(raw) || raw.includes('\\') || !URL.canParse(raw)) return undefined
  const url = new URL(raw)
  if (url.username !== '' || url.password !== '' || url.hash !== '') return undefined
  if (loopback && (url.hostname === 'localhost' || url.hostname === '127.0.0.1')) return url
  return url.protocol === 'https:' && allowedPorts.has(url.port) && isDomainName(url.hostname) && !internalNames.test(url.hostname) ? url : undefined
}

/** A name with a top-level domain of letters, which excludes IP addresses in any notation. */
function isDomainName(host: string): boolean {
  return /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/.test(host)
}

const reserved = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(net, bits, 'ipv6')

/** Only global unicast of IPv6, which excludes all embedded IPv4 ranges. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !reserved.check(address, 'ipv4')
  return isIPv6(address) && globalUnicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

function isLoopback(address: string): boolean {
  return address === '127.0.0.1' || address === '::1'
}

/**
 * The address to connect to. The name is resolved once and the connection uses that address, which defeats DNS rebinding. One
 * disallowed address among allowed ones refuses the name.
 */
export async function resolveTarget(url: URL, resolve: Resolve, loopback: boolean): Promise<string | undefined> {
  const addresses = url.hostname === '127.0.0.1' ? ['127.0.0.1'] : await resolve(url.hostname)
  const isAllowed = (address: string) => isPublic(address) || (loopback && targetIsLocal(url) && isLoopback(address))
  return addresses.length > 0 && addresses.every(isAllowed) ? addresses[0] : undefined
}

function targetIsLocal(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '127.0.0.1'
}
