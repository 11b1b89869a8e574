import type { LedgerAccount, LedgerEntry, LedgerPosting, LedgerProof } from '@nikau/contract/desk/ledger'
import { proofFormula } from '@nikau/contract/desk/ledger'
import { cents } from '@nikau/money'

const at = (day: number, time: string) => new Date(`2026-11-${String(day).padStart(2, '0')}T${time}+13:00`)
const hashOf = (version: number) => (version * 2_654_435_761).toString(16).padStart(16, '5').slice(-16).repeat(4)

/** The wallet of the design's pictures. */
export function walletAccount(change: Partial<LedgerAccount> = {}): LedgerAccount {
  return {
    id: 'asset:5rTq7XkM2',
    accountNo: '48213',
    unit: 'nzd.main',
    kind: 'wallet',
    counter: false,
    owner: '7F3C91B2',
    floor: cents(0),
    posted: cents(128_455),
    heldIn: cents(0),
    heldOut: cents(8000),
    available: cents(120_455),
    overdrawn: false,
    version: 213,
    openedAt: new Date('2025-02-08T09:00:00+13:00'),
    ...change,
  }
}

const entry = (version: number, day: number, kind: string, subject: string, amount: number, balance: number): LedgerEntry => ({
  version,
  at: at(day, '08:12:04.330'),
  amount: cents(amount),
  balance: cents(balance),
  posting: String(48_929_798 + version),
  kind,
  subject,
  hash: hashOf(version),
})

export const walletEntries: readonly LedgerEntry[] = [
  entry(213, 17, 'payment', 'payment-request:pr_Zs5C', -850, 128_455),
  entry(212, 15, 'send.direct', 'asset-transfer:at_7Ud1', 2400, 129_305),
  entry(211, 15, 'payment', 'payment-request:pr_Ht55', -6315, 126_905),
  entry(210, 13, 'withdrawal.created', 'funds-transfer:ft_2Qm8', -30_000, 133_220),
  entry(209, 12, 'send.direct', 'asset-transfer:at_9Lk2', -2000, 163_220),
]

export function paymentPosting(change: Partial<LedgerPosting> = {}): LedgerPosting {
  return {
    id: '48930011',
    reference: 'payment:pr_Zs5C',
    kind: 'payment',
    subject: 'payment-request:pr_Zs5C',
    at: at(17, '08:12:04.330'),
    operations: [
      { operation: 'transfer', debit: 'asset:5rTq7XkM2', credit: 'asset:9sClwP4d1', unit: 'nzd.main', amount: cents(850) },
      { operation: 'use', credit: 'due:pr_Zs5C', unit: 'allowance', amount: cents(850) },
      { operation: 'use', credit: 'quota:7F3C91B2:spend:2026-11', unit: 'allowance', amount: cents(850) },
    ],
    entries: [
      { account: 'asset:5rTq7XkM2', unit: 'nzd.main', version: 213, amount: cents(-850), balance: cents(128_455), hash: hashOf(213) },
      { account: 'asset:9sClwP4d1', unit: 'nzd.main', version: 1204, amount: cents(850), balance: cents(902_150), hash: hashOf(1204) },
    ],
    call: {
      endpoint: 'POST /api/payment-requests/:id/pay',
      caller: 'crn::user:7f3c91b2-0c1d-4e6f-9a77-1d2c3b4a5f60',
      idempotencyKey: '01JCW9Z5CQ4',
      at: at(17, '08:12:04.301'),
      traceId: 'req_4bf92f35e0a1c2d3e4f5a6',
      status: 200,
      durationMs: 31,
    },
    exceptions: [{ id: '2031', kind: 'code-payment-reported', closed: false }],
    ...change,
  }
}

/** Of all 213 versions; those in `broken` do not hold. */
export function walletProof(broken: readonly number[] = []): LedgerProof {
  return {
    format: 'nikau-ledger-proof-1',
    formula: proofFormula,
    account: { id: 'asset:5rTq7XkM2', accountNo: '48213', unit: 'nzd.main' },
    from: 1,
    to: 213,
    computedAt: new Date(),
    head: { version: 213, balance: '128455', hash: hashOf(213), holds: true },
    links: Array.from({ length: 213 }, (_, place) => place + 1).map((version) => ({
      version,
      posting: String(48_929_798 + version),
      epoch: `${1_763_000_000 + version}.330912`,
      operation: 1,
      debit: '48213',
      credit: '51002',
      moved: '850',
      reference: `payment:${version}`,
      kind: 'payment',
      subject: `payment-request:${version}`,
      balance: '128455',
      previous: version === 1 ? '' : hashOf(version - 1),
      hash: hashOf(version),
      holds: !broken.includes(version),
    })),
    holding: 213 - broken.length,
    broken: [...broken],
    anchor: { number: '8120', at: at(17, '14:40:00'), hash: hashOf(8120) },
  }
}
