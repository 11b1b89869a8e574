import { randomUUID } from 'node:crypto'
import type { ExceptionKind } from '@nikau/contract/desk/exception-kinds'
import { testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { startBankResolution } from '../../bank-resolution/fixtures.ts'
import { runningDesk } from '../../http/desk/fixtures.ts'

// The evidence of files, results and statements as our sandbox bank makes them.

const database = await testDatabase()
const bank = await startBankResolution(database, '2026-12-01T10:00:00+13:00')
const { at, fault, fetchResults, only, readStatements, sendFiles } = bank
const mia = await bank.createCustomer()
const desk = await runningDesk(database, { clock: bank.clock })
const tomasi = await desk.operator('tomasi', ['finance'])

interface Shown {
  evidence: { sources: { source: string; missing?: true; by?: string }[]; fields: { field: string; values: ({ value: string } | null)[]; differs: boolean }[] }
  acts: { act: string; fields: { name: string; value?: unknown }[] }[]
  differences: { id: string }[]
  related: { kind: string; id: string }[]
}
async function shown(kind: ExceptionKind) {
  const id = await only(kind)
  const exception: Shown = (await tomasi.get(`/api/desk/exceptions/${id}`)).body.exception
  const { sources, fields } = exception.evidence
  return {
    id,
    ...exception,
    sources: sources.map(({ source, missing }) => (missing ? `${source}, missing` : source)),
    differs: fields.filter(({ differs }) => differs).map(({ field }) => field),
    says: (name: string) => fields.find(({ field }) => field === name)?.values.map((value) => value?.value ?? null),
    filled: (act: string) =>
      Object.fromEntries(exception.acts.find((offered) => offered.act === act)!.fields.map(({ name, value }) => [name, value])) as Record<string, unknown>,
  }
}
const on = (day: number, time: string) => at(`2026-12-${String(day).padStart(2, '0')}T${time}:00+13:00`)
async function order(type: 'topUp' | 'withdraw', day: number, amount: number) {
  await on(day, '15:00')
  const reference = await mia[type](amount)
  await on(day, '15:56')
  await sendFiles()
  return reference
}

test('a result and a statement line that differ from the order are beside it, and the amount is marked [DESK-45]', async () => {
  await order('topUp', 1, 20_000)
  await on(4, '09:00')
  await fetchResults()
  await readStatements()
  const reference = await order('topUp', 7, 6000)
  await on(7, '18:30')
  await fault('wrong-amount')
  await fetchResults()
  await on(8, '03:30')
  await readStatements()
  const result = await shown('bank-result-mismatch')
  expect(result.sources).toEqual(['our-order', 'bank-result', 'statement'])
  expect([result.says('reference'), result.says('amount'), result.differs]).toEqual([[reference, reference, reference], ['6000', '6001', '6000'], ['amount']])
  expect(result.says('type')).toEqual(['debit', 'settled', expect.any(String)])
  expect(result.evidence.sources[1]!.by).toBe('BNZ')
  const line = await shown('statement-wrong-amount')
  expect([line.sources, line.differs]).toEqual([['our-order', 'bank-result', 'statement'], ['amount']])
  // The difference shows the order, so the act that decides it names both.
  expect(result.filled('settle-order')).toEqual({ reference, differences: [] })
  expect(line.filled('settle-order')).toMatchObject({ reference })
  expect(line.filled('adjustment')).toMatchObject({ debit: 'losses:nzd.main', credit: 'bank', amount: '1' })
  expect(line.related).toContainEqual({ kind: 'account', id: expect.any(String) })
  // Whose account it is is proved by a code on the statement: operators do not see it.
  expect(JSON.stringify([result, line])).not.toMatch(/CODE \d{4}/)
})

test('a bank that reports nothing is a missing source, and its line on the statement is found [DESK-45] [DESK-46]', async () => {
  const reference = await order('withdraw', 14, 4000)
  await bank.banks.control('faults', { bank: 'bnz', at: 'results', kind: 'lost-line' })
  for (const [day, time] of [
    [14, '18:30'],
    [15, '03:30'],
    [17, '09:00'],
  ] as const) {
    // prettier-ignore
    await on(day, time)
    await fetchResults()
    await readStatements()
  }
  const missing = await shown('bank-result-missing')
  expect([missing.sources, missing.says('amount'), missing.differs]).toEqual([
    ['our-order', 'bank-result, missing', 'statement'],
    ['-4000', null, '-4000'],
    ['amount'],
  ])
  expect(missing.filled('fail-order')).toMatchObject({ reference, reason: 'declined' })
  const unknown = await shown('statement-unknown')
  expect([unknown.sources, unknown.filled('settle-order').reference]).toEqual([['our-order', 'bank-result, missing', 'statement'], reference])
  await bank.banks.control('clear', {})
})

test('differences that cancel out are offered together, and matched through the desk [DESK-46] [DESK-50]', async () => {
  await on(18, '10:00')
  await bank.stranger(77_700)
  await on(18, '11:00')
  await bank.stranger(-77_700)
  await on(19, '03:30')
  await readStatements()
  const { items } = (await tomasi.get('/api/desk/exceptions?kind=statement-unknown')).body
  const [one, other] = items.filter(({ amount }: { amount: string }) => amount.endsWith('77700'))
  const exception: Shown = (await tomasi.get(`/api/desk/exceptions/${one.id}`)).body.exception
  const match = exception.acts.find(({ act }) => act === 'match-differences')!
  expect([exception.acts.map(({ act }) => act), match.fields]).toEqual([
    ['take-exception', 'note-exception', 'match-differences', 'fail-order', 'settle-order', 'adjustment', 'close-exception'],
    [{ name: 'differences', input: 'differences', value: [other.id] }],
  ])
  expect(exception.differences.map(({ id }) => id)).toContain(other.id)
  const content = { differences: [other.id] }
  const made = await tomasi.post('/api/desk/proposals', {
    kind: 'match-differences',
    exceptionId: one.id,
    content,
    note: 'Paid in and out again',
    key: randomUUID(),
  })
  expect(made.body).toMatchObject({ state: 'waiting', amount: '77700' })
  const rangi = await desk.operator('rangi.w', ['operations'])
  expect((await rangi.post(`/api/desk/proposals/${made.body.id}/approve`)).body.state).toBe('approved')
  for (const { id } of [one, other]) expect((await tomasi.get(`/api/desk/exceptions/${id}`)).body.exception.standing.kind).toBe('closed')
})

test('a rejected file is beside what the bank says of it, and its number is filled in [DESK-45] [DESK-46]', async () => {
  await on(21, '15:00')
  await mia.topUp(5000)
  await on(21, '15:56')
  await bank.sendDefectFiles()
  const file = await shown('bank-file-rejected')
  expect([file.sources, file.says('amount'), file.says('orders')]).toEqual([
    ['our-file', 'bank-answer'],
    ['5000', null],
    ['1', null],
  ])
  expect(file.says('reason')).toEqual([null, expect.stringMatching(/\w/)])
  expect(file.filled('fail-file')).toEqual({ fileId: expect.any(String) })
})
