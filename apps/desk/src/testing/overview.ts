import type { Overview } from '@nikau/contract/desk/overview'
import { cents } from '@nikau/money'

const today = (time: string) => new Date(`2026-11-17T${time}:00+13:00`)

/** 2:41 pm on Tuesday 17 November 2026: the figures of the design's pictures. */
export function overviewOf(change: Partial<Overview> = {}): Overview {
  const readAt = new Date()
  const hour = Array.from({ length: 60 }, (_, index) => ({
    at: new Date(today('13:41').getTime() + index * 60_000),
    answered: Math.round(205 + 32 * Math.sin(index / 9) + 9 * Math.sin(index * 2.1)),
    weekBefore: Math.round(196 + 28 * Math.sin(index / 9)),
  }))
  hour.splice(59, 1, { at: today('14:40'), answered: 214, weekBefore: 188 })
  const clearing = (account: string, balance: number, items: number, rule: Overview['clearing'][number]['rule'], by?: Date, late = false) => ({
    account,
    balance: cents(balance),
    items,
    explained: cents(balance),
    difference: cents(0),
    oldest: today('09:12'),
    rule,
    ...(by && { by }),
    late,
  })
  const task = (name: string, waiting = 0, oldestMs?: number) => ({
    task: name,
    waiting,
    running: 0,
    failing: 0,
    ...(oldestMs !== undefined && { oldest: new Date(readAt.getTime() - oldestMs) }),
    scheduledAt: today('14:41'),
  })
  return {
    readAt,
    now: readAt,
    test: false,
    verdict: 'explained',
    books: {
      checkedAt: today('14:40'),
      positionAt: today('14:41'),
      units: [{ unit: 'nzd.main', sum: cents(0) }],
      postings: 21_804_911,
      entries: 48_930_114,
      invariants: 79,
      broken: [],
    },
    bank: {
      day: '2026-11-16',
      accounts: 3,
      statements: cents(284_878_268),
      books: cents(276_882_368),
      difference: cents(7_995_900),
      terms: [
        { term: 'files-in-flight', amount: cents(8_431_000), lines: 690, open: 2 },
        { term: 'pay-by-bank-in-flight', amount: cents(-490_630) },
        { term: 'receipts-unbooked', amount: cents(0) },
        { term: 'settled-without-file', amount: cents(0) },
        { term: 'differences', amount: cents(55_530), lines: 7, open: 4 },
        { term: 'statement-sums', amount: cents(0) },
        { term: 'statement-breaks', amount: cents(0) },
      ],
      unexplained: cents(0),
    },
    clearing: [
      clearing('payouts', 6_341_275, 271, 'bank-file', new Date('2026-11-19T00:00:00+13:00')),
      clearing('unverified', 1_864_000, 214, 'owner-code'),
      clearing('escrow', 973_120, 402, 'send-expiry', new Date('2026-11-24T10:00:00+13:00')),
      clearing('request', 120_450, 31, 'request-expiry'),
      clearing('surplus', 18_430, 2, 'sent-back', new Date('2026-11-15T12:00:00+13:00'), true),
      clearing('card-refunds', 9600, 1, 'sent-back', new Date('2026-11-15T14:00:00+13:00'), true),
      clearing('pay-by-bank:asb', -1_481_450, 58, 'next-statement', new Date('2026-11-19T00:00:00+13:00')),
      clearing('card:farmlands', -2_146_000, 64, 'card-advice', new Date('2026-11-21T00:00:00+13:00')),
    ],
    window: {
      day: '2026-11-17',
      isToday: true,
      closesAt: today('15:55'),
      cutOffAt: today('16:00'),
      waiting: [
        { kind: 'debit', orders: 412, sum: cents(6_124_000) },
        { kind: 'credit', orders: 118, sum: cents(3_198_000) },
      ],
      files: [{ reference: 'DC261116-02', kind: 'credit', orders: 41, total: cents(1_294_000), state: 'rejected' }],
    },
    exceptions: {
      open: 14,
      sum: cents(1_594_270),
      overdue: 3,
      ages: [
        { age: 'under-4-hours', open: 2, sum: cents(150_290) },
        { age: 'under-1-day', open: 7, sum: cents(1_367_250) },
        { age: 'under-3-days', open: 2, sum: cents(48_700) },
        { age: 'over-3-days', open: 3, sum: cents(28_030) },
      ],
    },
    customers: {
      owed: cents(279_440_218),
      own: cents(7_753_613),
      report: { day: '2026-11-16', owed: cents(279_440_218), held: cents(287_193_831), own: cents(7_753_613) },
    },
    payments: {
      minutes: hour,
      hour: { answered: 12_240, refusedShare: 0.011, medianMs: 38.2 },
      weekBefore: { answered: 11_710, refusedShare: 0.009, medianMs: 36.9 },
    },
    queues: {
      workers: 6,
      failing: 0,
      tasks: [
        task('build-bank-files'),
        task('check-books'),
        task('deliver-webhook', 12, 8000),
        task('expire-payment-requests'),
        task('ingest-bank-results'),
        task('read-position'),
        task('reconcile-statements'),
        task('resume-bank-payments', 3, 41_000),
        task('resume-card-payments', 1, 43 * 60_000),
        task('send-message', 4, 2000),
      ],
    },
    ...change,
  }
}

/** With $18.00 that nothing explains. */
export function brokenOverview(): Overview {
  const { books, bank, ...rest } = overviewOf()
  return {
    ...rest,
    verdict: 'missing',
    books: {
      ...books,
      broken: [
        {
          name: 'invariant_bank_balance_is_explained',
          says: 'Bank statement balances equal the ledger, apart from what is in flight and the differences that nobody has resolved',
          rows: 1,
          moreRows: false,
          since: today('14:35'),
        },
      ],
    },
    bank: { ...bank!, difference: cents(7_997_700), statements: cents(284_880_068), unexplained: cents(1800) },
  }
}
