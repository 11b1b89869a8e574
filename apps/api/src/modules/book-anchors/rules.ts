import { type AnchorFields, anchorStatement } from '@nikau/contract/proof'
import type { RangeDigest } from '@nikau/ledger'
import { cents } from '@nikau/money'

export type Owed = AnchorFields['owed']

/** The kinds of accounts whose balance is owed to a customer or merchant (docs/money). Tokens are owed by their issuers, not by us. */
export const owedKinds: readonly string[] = ['wallet', 'settlement', 'request', 'escrow', 'unverified', 'payouts', 'surplus', 'card refunds']

/** Before the first anchor. */
export const origin = { number: 0, until: '0', owed: [] as Owed, hash: '0'.repeat(64) }

/** An anchor may be this late before an operator is called; an audit calls the gap a failure. */
export const lateAfterMs = 30 * 60_000

/** Bounds the memory and the time of one anchor; a run makes as many as it needs. */
export const postingsPerAnchor = 20_000

/** What is owed after a range, from what was owed before it: per unit of dollars and kind, without zeros, in a fixed order. */
export function owedAfter(before: Owed, changes: RangeDigest['changes']): Owed {
  const sums = new Map<string, { unit: string; kind: string; amount: bigint }>()
  for (const { unit, kind, amount } of [...before, ...changes]) {
    if (!unit.startsWith('nzd.') || !owedKinds.includes(kind)) continue
    const key = `${unit} ${kind}`
    sums.set(key, { unit, kind, amount: (sums.get(key)?.amount ?? 0n) + amount })
  }
  return [...sums.entries()]
    .filter(([, { amount }]) => amount !== 0n)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { unit, kind, amount }]) => ({ unit, kind, amount: cents(amount) }))
}

type Content = Pick<AnchorFields, 'digest' | 'postings' | 'entries'>

/** Whether a range of the books is what an anchor says of it. */
export function isSameContent(range: Content, anchor: Content): boolean {
  const textOf = ({ digest, postings, entries }: Content) => `${digest} ${postings} ${entries}`
  return textOf(range) === textOf(anchor)
}

const lines: Readonly<Record<string, RegExp>> = {
  number: /^number (\d{1,15})$/,
  madeAt: /^made-at (\S+)$/,
  after: /^after (\d{1,19})$/,
  until: /^until (\d{1,19})$/,
  postings: /^postings (\d{1,15})$/,
  entries: /^entries (\d{1,15})$/,
  digest: /^digest ([0-9a-f]{64})$/,
  audit: /^audit ([0-9a-f]{64})$/,
  previous: /^previous ([0-9a-f]{64})$/,
  keyId: /^key ([\w-]{1,64})$/,
}

/** The fields of a signed text; undefined unless writing them again gives the same text. */
export function parseStatement(statement: string): AnchorFields | undefined {
  const found = statement.split('\n')
  const valueOf = (name: string) => found.flatMap((line) => lines[name]!.exec(line)?.[1] ?? [])[0] ?? ''
  const owed = found.flatMap((line) => {
    const [, unit, amount, kind] = /^owed (\S+) (\d{1,15}) (.+)$/.exec(line) ?? []
    return unit === undefined ? [] : [{ unit, kind: kind!, amount: cents(BigInt(amount!)) }]
  })
  const madeAt = new Date(valueOf('madeAt'))
  if (Number.isNaN(madeAt.getTime())) return undefined
  const anchor: AnchorFields = {
    number: Number(valueOf('number')),
    madeAt,
    after: valueOf('after'),
    until: valueOf('until'),
    postings: Number(valueOf('postings')),
    entries: Number(valueOf('entries')),
    digest: valueOf('digest'),
    owed,
    ...(valueOf('audit') !== '' && { audit: valueOf('audit') }),
    previous: valueOf('previous'),
    keyId: valueOf('keyId'),
  }
  return anchorStatement(anchor) === statement ? anchor : undefined
}
