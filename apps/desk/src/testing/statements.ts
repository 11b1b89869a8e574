import type { DeskAnswerOf } from '@nikau/contract/desk/endpoint'
import type { getStatement, listStatements, StatementComparison } from '@nikau/contract/desk/statements'
import { cents } from '@nikau/money'

export const trust = { id: '021234056701800000', bank: 'BNZ', masked: '02-••••-••••018-00' }
const sum = (count: number, value: number) => ({ count, sum: cents(value) })

export function statementList(): DeskAnswerOf<typeof listStatements> {
  const status = (day: string, change: object) => ({ day, statements: [{ account: trust.id, status: 'agrees' as const, differences: 0, ...change }] })
  return {
    accounts: [trust],
    days: [
      status('2026-11-16', { status: 'differs', differences: 2 }),
      status('2026-11-15', { status: 'late', notCompared: { reason: 'no-statement' } }),
      status('2026-11-14', {}),
      status('2026-11-13', { status: 'not-compared', notCompared: { reason: 'before-first' } }),
    ],
    now: new Date('2026-11-17T14:41:00+13:00'),
  }
}

export function comparisonOf(change: Partial<StatementComparison> = {}): StatementComparison {
  return {
    fetchedAt: new Date('2026-11-17T03:02:00+13:00'),
    opening: cents(210_504_603),
    closing: cents(214_776_183),
    gap: cents(0),
    closingBefore: cents(210_504_603),
    expected: sum(540, 4_211_930),
    shown: sum(541, 4_271_580),
    differing: sum(2, 59_650),
    addsUp: true,
    types: [
      { type: 'DD', isReceipt: false, expected: sum(393, 5_826_500), shown: sum(394, 5_886_150), difference: cents(59_650) },
      { type: 'DC', isReceipt: false, expected: sum(147, -1_614_570), shown: sum(147, -1_614_570), difference: cents(0) },
    ],
    differences: [
      { kind: 'duplicate', subject: 'T7QKMX3BVA5R', type: 'DD', line: 198, expected: cents(0), shown: cents(61_450), difference: cents(61_450), exceptionId: '2021', owner: { id: 'mere', name: 'Mere Tamihana' }, isDecision: false },
      { kind: 'wrong-amount', subject: 'TB5RZQ7XKD2M', type: 'DD', line: 215, expected: cents(12_000), shown: cents(10_200), difference: cents(-1800), exceptionId: '2024', isDecision: false },
    ], // prettier-ignore
    ...change,
  }
}

export function statementAnswer(change: Partial<DeskAnswerOf<typeof getStatement>> = {}): DeskAnswerOf<typeof getStatement> {
  return {
    account: trust,
    day: '2026-11-16',
    status: 'differs',
    comparison: comparisonOf(),
    items: [
      { number: 1, type: 'DD', amount: cents(5000), reference: 'TA7KQ2MXWB5R', text: 'CODE ••••', verdict: 'matched' },
      { number: 198, type: 'DD', amount: cents(61_450), reference: 'T7QKMX3BVA5R', text: '', verdict: 'duplicate' },
    ],
    matching: 541,
    nextPageKey: '198',
    now: new Date('2026-11-17T14:41:00+13:00'),
    ...change,
  }
}
