import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { money, page, pageKey, timestamp } from './wire.ts'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** Ids of postings are longer than a number holds. */
const postingId = z.string().check(z.regex(/^\d{1,19}$/))

/** What is owed to customers on the accounts of one kind, in cents. Accounts below zero count as zero. */
export const amountOwed = z.object({ unit: z.string(), kind: z.string(), amount: money })

/** A signed head of the books: the digest of a range of postings with all that they did, and the hash of the anchor before. */
export const bookAnchor = z.object({
  number: z.int(),
  madeAt: timestamp,
  /** Covers the postings after this id … */
  after: postingId,
  /** … up to and including this one. */
  until: postingId,
  postings: z.int(),
  entries: z.int(),
  digest: hash,
  owed: z.array(amountOwed),
  /** Hash of the last entry of the operators' audit log, once there is one. It covers every entry before. */
  audit: z.optional(hash),
  /** Hash of the anchor before; zeros for the first. */
  previous: hash,
  keyId: z.string(),
  /** SHA-256 of the signed text. */
  hash,
  /** Ed25519 over the signed text, base64. */
  signature: z.string(),
  /** The signed text: the fields above it in lines. */
  statement: z.string(),
})
export type BookAnchor = z.output<typeof bookAnchor>

export const anchorKey = z.object({
  id: z.string(),
  /** Ed25519, PEM. */
  publicKey: z.string(),
})

export const proof = z.object({
  /** Absent until the first anchor is made. */
  latest: z.optional(bookAnchor),
  keys: z.array(anchorKey),
})
export type Proof = z.output<typeof proof>

export const getProof = endpoint({
  method: 'GET',
  path: '/api/proof',
  access: 'public',
  summary: 'Get the latest signed anchor of the books with what is owed to customers, and the public keys to check it with',
  answer: proof,
  refusals: {},
  perMinute: 60,
})

export const listAnchors = endpoint({
  method: 'GET',
  path: '/api/proof/anchors',
  access: 'public',
  summary: 'List the signed anchors of the books, newest first',
  query: z.object({ pageKey }),
  answer: page(bookAnchor),
  refusals: {},
  paged: true,
  perMinute: 60,
})

/** Of an anchor that is signed by these fields. */
export type AnchorFields = Omit<BookAnchor, 'hash' | 'signature' | 'statement'>

/** The text that an anchor's signature is over: one field a line, amounts in cents. Changing it makes every signature invalid. */
export function anchorStatement(anchor: AnchorFields): string {
  return [
    'nikau-anchor 1',
    `number ${anchor.number}`,
    `made-at ${anchor.madeAt.toISOString()}`,
    `after ${anchor.after}`,
    `until ${anchor.until}`,
    `postings ${anchor.postings}`,
    `entries ${anchor.entries}`,
    `digest ${anchor.digest}`,
    ...anchor.owed.map(({ unit, kind, amount }) => `owed ${unit} ${amount} ${kind}`),
    ...(anchor.audit === undefined ? [] : [`audit ${anchor.audit}`]),
    `previous ${anchor.previous}`,
    `key ${anchor.keyId}`,
    '',
  ].join('\n')
}
