import { base } from '../../lib/paths.ts'

/** What a scanned text asks for. */
export type Scanned = { kind: 'pay'; id: string } | { kind: 'lookup'; url: string } | { kind: 'unsupported' }

/** The most that a code's address may have; the lookup takes no more. */
const longest = 2048

/**
 * Anyone can print a code. Only its parsed origin and path say whether it is a pay address of ours, and even then nothing
 * but the id is taken from it; any other web address is a question to the server and is never opened.
 */
export function readScanned(text: string, ours: string = location.origin): Scanned {
  const trimmed = text.trim()
  if (trimmed.length > longest || !URL.canParse(trimmed)) return { kind: 'unsupported' }
  const url = new URL(trimmed)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'unsupported' }
  const id = url.origin === ours ? /^\/pay\/([\w-]+)\/?$/.exec(withoutBase(url.pathname))?.[1] : undefined
  return id === undefined ? { kind: 'lookup', url: url.href } : { kind: 'pay', id }
}

/** The id in the pay address that a lookup answered with: its last segment. */
export function idOfPayUrl(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const last = new URL(address).pathname.split('/').findLast(Boolean)
  return last !== undefined && /^[\w-]+$/.test(last) ? last : undefined
}

function withoutBase(pathname: string): string {
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : ''
}
