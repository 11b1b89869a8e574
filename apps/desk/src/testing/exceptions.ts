import { type ExceptionKind, groupOfException } from '@nikau/contract/desk/exception-kinds'
import type { ExceptionDetail, ExceptionRow, OfferedAct, Standing } from '@nikau/contract/desk/exceptions'
import { cents } from '@nikau/money'

const at = (day: number, time: string) => new Date(`2026-11-${String(day).padStart(2, '0')}T${time}:00+13:00`)
const minute = 60_000
const moment = at(17, '14:41').getTime()

const mere = { id: 'mere.tamihana', name: 'Mere Tamihana' }
const tomasi = { id: 'tomasi.fifita', name: 'Tomasi Fifita' }

interface Given {
  id: string
  kind: ExceptionKind
  subject: string
  cents: number
  minutes: number
  targetHours: number
  owner?: typeof mere
  standing: Standing
}

export function exceptionRow({ id, kind, subject, cents: amount, minutes, targetHours, owner, standing }: Given): ExceptionRow {
  const openedAt = new Date(moment - minutes * minute)
  const share = minutes / 60 / targetHours
  return {
    id,
    kind,
    group: groupOfException(kind),
    subject,
    amount: cents(amount),
    unit: 'nzd.main',
    openedAt,
    targetAt: new Date(openedAt.getTime() + targetHours * 60 * minute),
    age: share > 1 ? 'overdue' : share >= 0.75 ? 'due-soon' : 'in-time',
    ...(owner && { owner }),
    standing,
  }
}

const toDo: Standing = { kind: 'to-do' }
const noted = (note: string): Standing => ({ kind: 'noted', note, at: at(16, '09:00') })
const waits = (act: string, proposalId: string): Standing => ({ kind: 'second-person', act, proposalId, at: at(17, '14:12') })

/** Those of the pictures, at 2:41 pm on Tuesday 17 November 2026. */
export const exceptionRows: readonly ExceptionRow[] = [
  { id: '1987', kind: 'bank-payment-surplus', subject: 'request CP-7QK-2M4, ASB', cents: 3000, minutes: 11_760, targetHours: 48, owner: tomasi, standing: { kind: 'closes-by-payment' } },
  { id: '2003', kind: 'card-refund-refused', subject: 'card ••4471, CP-3VD-81K', cents: 9600, minutes: 7080, targetHours: 48, owner: tomasi, standing: noted('asked Thu 12 Nov') },
  { id: '2009', kind: 'bank-refund-due', subject: 'request CP-C7F-ZS5, BNZ', cents: 15_430, minutes: 5940, targetHours: 48, owner: mere, standing: waits('send-back', '318') },
  { id: '2014', kind: 'bank-result-missing', subject: 'TQ5XWJ2MCLNA', cents: 7500, minutes: 3400, targetHours: 72, owner: mere, standing: noted('asked, case 4711') },
  { id: '2017', kind: 'bank-payment-unconfirmed', subject: 'request CP-9TT-0HX, WESTPAC', cents: 41_200, minutes: 3250, targetHours: 72, standing: { kind: 'closes-itself' } },
  { id: '2019', kind: 'bank-file-rejected', subject: 'DC261116-02, 41 orders', cents: 1_294_000, minutes: 1363, targetHours: 23.97, owner: mere, standing: waits('resend-file', '317') },
  { id: '2020', kind: 'bank-order-refused', subject: 'W4TB7KQ2ZDPE', cents: 6000, minutes: 1363, targetHours: 72, standing: toDo },
  { id: '2021', kind: 'statement-duplicate', subject: 'T7QKMX3BVA5R', cents: 25_000, minutes: 699, targetHours: 72, owner: mere, standing: toDo },
  { id: '2022', kind: 'statement-missing', subject: 'WJ3LQX7TPB2C', cents: 30_000, minutes: 699, targetHours: 72, standing: toDo },
  { id: '2023', kind: 'statement-unknown', subject: 'BNZ-2611160422', cents: 6450, minutes: 699, targetHours: 72, standing: toDo },
  { id: '2024', kind: 'statement-wrong-amount', subject: 'BNZ-2611160418', cents: -1800, minutes: 699, targetHours: 72, owner: mere, standing: toDo },
  { id: '2025', kind: 'bank-result-mismatch', subject: 'TMZ2QK6RWB4X', cents: 4000, minutes: 395, targetHours: 72, standing: toDo },
  { id: '2026', kind: 'card-payment-indeterminate', subject: 'card ••0812, CP-3VD-81K', cents: 21_890, minutes: 114, targetHours: 72, standing: toDo },
  { id: '2027', kind: 'card-payment-unconfirmed', subject: 'card ••7730, CP-KK2-7QN', cents: 128_400, minutes: 43, targetHours: 72, standing: { kind: 'closes-itself' } },
].map((given) => exceptionRow(given as Given)) // prettier-ignore

export function exceptionAnswer(rows: readonly ExceptionRow[] = exceptionRows) {
  const sum = cents(exceptionRows.reduce((total, { amount }) => total + (amount ?? 0n), 0n))
  return {
    items: [...rows],
    matching: { count: rows.length, sum: cents(rows.reduce((total, { amount }) => total + (amount ?? 0n), 0n)) },
    totals: {
      open: { count: 14, sum },
      withoutOwner: 7,
      mine: 5,
      overdue: 3,
      secondPerson: { count: 2, sum: cents(1_309_430) },
      closedToday: { count: 9, medianSeconds: 7800 },
      groups: { statements: 4, 'bank-files': 4, 'pay-by-bank': 3, card: 3 },
    },
    nextId: '2014',
    now: new Date(moment),
  }
}

const finance: OfferedAct['needs'] = [['finance', 'finance-lead']]
const act = (name: string, change: Partial<OfferedAct> = {}): OfferedAct => ({
  act: name,
  may: true,
  money: 'none',
  needs: [],
  needsEvidence: false,
  needsPasskey: false,
  fields: [],
  ...change,
})

/** The statement shows $102.00 where $120.00 was ordered. */
export function wrongAmount(change: Partial<ExceptionDetail> = {}): ExceptionDetail {
  const money = (value: number) => ({ type: 'money' as const, value: cents(value) })
  const code = (value: string) => ({ type: 'code' as const, value })
  const text = (value: string) => ({ type: 'text' as const, value })
  const day = { type: 'day' as const, value: '2026-11-16' }
  const time = (value: Date) => ({ type: 'time' as const, value })
  return {
    ...exceptionRows.find(({ id }) => id === '2024')!,
    affects: 'nobody',
    evidence: {
      sources: [
        { source: 'our-order', record: 'DD261116-01, line 214', at: at(16, '15:56') },
        { source: 'bank-result', by: 'BNZ', record: 'DD261116-01, line 214', at: at(16, '23:48') },
        { source: 'statement', by: 'BNZ', record: '215', at: at(17, '03:02') },
      ],
      fields: [
        { field: 'reference', values: [code('TB5RZQ7XKD2M'), code('TB5RZQ7XKD2M'), code('TB5RZQ7XKD2M')], differs: false },
        { field: 'amount', values: [money(12_000), money(12_000), money(10_200)], differs: true },
        { field: 'day', values: [day, day, day], differs: false },
        { field: 'type', values: [code('debit'), code('settled'), code('DD')], differs: false },
        { field: 'statement-text', values: [null, null, text('CODE ••••')], differs: false },
        { field: 'bank-reference', values: [code('DD261116-01'), code('88214'), code('BNZ-2611160418')], differs: false },
        { field: 'when', values: [time(at(16, '15:56')), time(at(16, '23:48')), time(at(17, '03:02'))], differs: false },
      ],
    },
    history: [
      { event: 'raised', at: at(17, '03:02'), job: 'reconcile-statements' },
      { event: 'taken', at: at(17, '08:40'), by: mere, note: 'Taken on' },
      { event: 'noted', at: at(17, '08:52'), by: mere, note: 'Same pattern as 1742 in August: swapped digits in the bank’s overnight run.' },
    ],
    related: [
      { kind: 'transfer', id: 'ft_8Kd2mQx7' },
      { kind: 'file', id: 'DD261116-01' },
    ],
    acts: [
      act('take-exception'),
      act('note-exception'),
      act('match-differences', { fields: [{ name: 'differences', input: 'differences', value: ['2022'] }] }),
      act('fail-order', {
        money: 'books',
        needs: finance,
        needsEvidence: true,
        fields: [
          { name: 'reference', input: 'fixed', value: 'TB5RZQ7XKD2M' },
          { name: 'reason', input: 'choice', options: ['declined', 'account-closed'], value: 'declined' },
        ],
      }),
      act('adjustment', {
        money: 'books',
        needs: finance,
        needsEvidence: true,
        fields: [
          { name: 'debit', input: 'account', value: 'losses:nzd.main' },
          { name: 'credit', input: 'account', value: 'bank' },
          { name: 'amount', input: 'amount', value: '1800' },
          { name: 'words', input: 'choice', options: ['correction', 'write-off'], value: 'correction' },
        ],
      }),
      act('close-exception'),
    ],
    differences: [{ id: '2022', kind: 'statement-missing', day: '2026-11-16', subject: 'WJ3LQX7TPB2C', excess: cents(1800) }],
    seenBefore: 2,
    ...change,
  }
}
