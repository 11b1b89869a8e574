import { lookup } from 'node:dns/promises'
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * Where a webhook may go: to a name, by https, on a port for it, whose every address is one that anyone on the internet can
 * reach. Our own network, this machine and the cloud's metadata service are not merchants' servers, however they are written.
 */

export type Resolve = (name: string) => Promise<string[]>

export const resolveName: Resolve = async (name) => (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address)

const ports: ReadonlySet<string> = new Set(['', '443', '8443'])
const inward = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|arpa|onion|test|invalid)$/

/** The address in one form, or nothing when it cannot be a merchant's server. `loopback` is for development. */
export function targetOf(raw: string, loopback: boolean): URL | undefined {
  if (!/^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?][!-~]*)?$/i.test(raw) || raw.includes('\\') || !URL.canParse(raw)) return undefined
  const url = new URL(raw)
  if (url.username !== '' || url.password !== '' || url.hash !== '') return undefined
  if (loopback && (url.hostname === 'localhost' || url.hostname === '127.0.0.1')) return url
  return url.protocol === 'https:' && ports.has(url.port) && isName(url.hostname) && !inward.test(url.hostname) ? url : undefined
}

/** A name with a top-level domain of letters; an address in any notation is none. */
function isName(host: string): boolean {
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

/** Of version 6 only what is given out to the world; everything that stands for an address of version 4 is outside of that. */
const worldwide = new BlockList()
worldwide.addSubnet('2000::', 3, 'ipv6')

export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !reserved.check(address, 'ipv4')
  return isIPv6(address) && worldwide.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

function isLoopback(address: string): boolean {
  return address === '127.0.0.1' || address === '::1'
}

/**
 * The one address to connect to. The name is resolved here once, and the connection is made to what was found, so that a name
 * which points elsewhere a moment later gains nothing. One bad address among good ones spoils them all.
 */
export async function addressOf(url: URL, resolve: Resolve, loopback: boolean): Promise<string | undefined> {
  const addresses = url.hostname === '127.0.0.1' ? ['127.0.0.1'] : await resolve(url.hostname)
  const fits = (address: string) => isPublic(address) || (loopback && targetIsLocal(url) && isLoopback(address))
  return addresses.length > 0 && addresses.every(fits) ? addresses[0] : undefined
}

function targetIsLocal(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '127.0.0.1'
}
