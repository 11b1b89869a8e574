import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { exceptionKinds, groupOfException } from '@nikau/contract/desk/exception-kinds'
import { deskRoles } from '@nikau/contract/desk/roles'
import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { auditHead, auditSince, runningDesk } from '../../http/desk/fixtures.ts'
import { closeException, raiseException, type ExceptionKind } from '../exceptions/index.ts'
import { actsOf } from '../operations/index.ts'

// The queue of exceptions and one of them, over rows as the product raises them.

const database = await testDatabase()
const clock = fakeClock('2026-11-17T01:41:00Z')
const desk = await runningDesk(database, { clock, wallClock: clock })
const { db } = database
const hour = 3_600_000
const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * hour)

const mere = await desk.operator('mere', ['operations'])
const tomasi = await desk.operator('tomasi', ['finance'])
const ana = await desk.operator('ana', ['auditor'])
beforeEach(async () => {
  await desk.usePasskey(mere, clock.now())
  await mere.post('/api/desk/session/input')
  await sql`update operator_exception set opened_at = '2026-11-01T00:00:00Z', closed_at = '2026-11-02T00:00:00Z'`.execute(db)
})

const raise = async (kind: ExceptionKind, ref: string, more: { amount?: bigint; unit?: string; refs?: Record<string, string>; hours?: number } = {}) => {
  const { amount, unit = 'nzd.main', refs, hours = 1 } = more
  await raiseException(db, { kind, ref, ...(amount !== undefined && { money: { unit, amount } }), ...(refs && { refs }), at: hoursAgo(hours) })
  return String((await sql<{ id: bigint }>`select id from operator_exception where kind = ${kind} and ref = ${ref}`.execute(db)).rows[0]!.id)
}
const list = async (query = '', operator = mere) => (await operator.get(`/api/desk/exceptions${query}`)).body
const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)
const take = (id: string, operator = mere) => operator.post(`/api/desk/exceptions/${id}/take`, { key: randomUUID() })
const note = (id: string, text: string, operator = mere) => operator.post(`/api/desk/exceptions/${id}/notes`, { key: randomUUID(), note: text })
const close = (id: string, operator = mere) => operator.post(`/api/desk/exceptions/${id}/close`, { key: randomUUID(), note: 'The bank confirms it' })

test('the queue counts and adds up to the cent as the command line does, oldest first [DESK-41]', async () => {
  const young = await raise('statement-wrong-amount', 'young', { amount: -1800n, hours: 2 })
  const old = await raise('bank-refund-due', 'old', { amount: 15430n, hours: 99 })
  await raise('bank-refund-due', 'test money', { amount: 99n, unit: 'nzd.test', hours: 200 })
  const broken = await raise('books-broken', 'invariants', { refs: { invariants: 'units_sum_to_zero' }, hours: 50 })
  const answer = await list()
  expect(idsOf(answer)).toEqual([old, broken, young])
  expect(answer.totals).toMatchObject({
    open: { count: 3, sum: '13630' },
    withoutOwner: 3,
    mine: 0,
    overdue: 1,
    groups: { statements: 1, 'pay-by-bank': 1, books: 1 },
  })
  const tool = join(import.meta.dirname, '../../../../../tools/exceptions.ts')
  const env = { ...process.env, DATABASE_URL: database.urlAs('nikau_read_only') }
  const { stdout } = await promisify(execFile)(process.execPath, [tool, 'list'], { env })
  expect(stdout).toContain('3 open, sum 136.30')
  expect(stdout.trim().split('\n').slice(0, 3).map((line) => line.trim().split(' ')[0])).toEqual([old, broken, young]) // prettier-ignore
})

test('the queue is filtered by kind, group, owner, age and state [DESK-41]', async () => {
  const statement = await raise('statement-sum', 'f1', { amount: 100n, refs: { account: 'a', day: '2026-11-16', ref: 'sum' }, hours: 10 })
  const file = await raise('bank-file-rejected', 'DC261116-02', { amount: 1_294_000n, hours: 22.5 })
  const late = await raise('card-refund-refused', 'r1', { amount: 9600n, hours: 49 })
  await take(statement)
  const proposed = await mere.post('/api/desk/proposals', { kind: 'close-exception', exceptionId: file, note: 'The bank has dropped it', key: randomUUID() })
  expect(proposed.body).toMatchObject({ state: 'waiting', needs: [['operations', 'finance', 'finance-lead']] })
  expect(idsOf(await list('?kind=statement-sum'))).toEqual([statement])
  expect(idsOf(await list('?group=bank-files'))).toEqual([file])
  expect(idsOf(await list('?owner=me'))).toEqual([statement])
  expect(idsOf(await list('?owner=mere', tomasi))).toEqual([statement])
  expect(idsOf(await list('?owner=nobody'))).toEqual([late, file])
  expect(idsOf(await list('?age=overdue'))).toEqual([late])
  expect(idsOf(await list('?age=due-soon'))).toEqual([file])
  expect(idsOf(await list('?age=in-time'))).toEqual([statement])
  const waiting = await list('?state=waiting')
  expect(waiting.items).toMatchObject([{ id: file, standing: { kind: 'second-person', act: 'close-exception' } }])
  expect(waiting.totals.secondPerson).toEqual({ count: 1, sum: '1294000' })
  expect(waiting.matching).toEqual({ count: 1, sum: '1294000' })
  await closeException(db, { kind: 'card-refund-refused', ref: 'r1', at: clock.now() })
  const closed = await list('?state=closed')
  expect(closed.items[0]).toMatchObject({ id: late, age: 'overdue', standing: { kind: 'closed' } })
  expect(closed.totals.closedToday).toEqual({ count: 1, medianSeconds: 49 * 3600 })
  expect((await mere.get('/api/desk/exceptions?state=new')).status).toBe(400)
})

test('pages of fifty follow one another without a gap, also of closed ones [DESK-41]', async () => {
  for (let place = 0; place < 103; place++) await raise('statement-unknown', `p${place}`, { amount: 1n, hours: 60 - (place % 7) })
  const all: string[] = []
  let answer = await list()
  for (;;) {
    expect(answer.matching).toEqual({ count: 103, sum: '103' })
    all.push(...idsOf(answer))
    if (!answer.nextPageKey) break
    answer = await list(`?pageKey=${answer.nextPageKey}`)
  }
  expect(new Set(all).size).toBe(103)
  await sql`update operator_exception set closed_at = ${clock.now()} where ref like 'p%' and kind = 'statement-unknown'`.execute(db)
  const closed: string[] = []
  let page = await list('?state=closed&kind=statement-unknown')
  for (;;) {
    closed.push(...idsOf(page))
    if (!page.nextPageKey) break
    page = await list(`?state=closed&kind=statement-unknown&pageKey=${page.nextPageKey}`)
  }
  expect([closed.length, new Set(closed).size]).toEqual([103, 103])
})

test('the next to open is the oldest that nobody or the caller has taken on and that waits for nobody else', async () => {
  const [first, second] = [await raise('statement-sum', 'n1', { hours: 9 }), await raise('statement-sum', 'n2', { hours: 8 })]
  expect((await list()).nextId).toBe(first)
  await take(first, tomasi)
  expect([(await list()).nextId, (await list('', tomasi)).nextId]).toEqual([second, first])
})

test('an age is due soon from 75 % of its time and overdue past it [DESK-44]', async () => {
  const ages = []
  for (const [hours, kind] of [
    [36, 'bank-refund-due'],
    [35.9, 'bank-refund-due'],
    [48.1, 'bank-refund-due'],
    [54, 'statement-sum'],
    [53.9, 'statement-sum'],
    [72.1, 'statement-sum'],
  ] as const)
    // prettier-ignore
    await raise(kind, `age ${hours}`, { hours })
  for (const { openedAt, kind, age } of (await list()).items) ages.push(`${kind} ${(clock.now().getTime() - Date.parse(openedAt)) / hour} ${age}`)
  expect(ages).toEqual([
    'statement-sum 72.1 overdue',
    'statement-sum 54 due-soon',
    'statement-sum 53.9 in-time',
    'bank-refund-due 48.1 overdue',
    'bank-refund-due 36 due-soon',
    'bank-refund-due 35.9 in-time',
  ])
})

test('taking and noting need what the command line needs, and both are in the history with their operator [DESK-47]', async () => {
  const id = await raise('statement-sum', 'notes', { refs: { account: 'a', day: '2026-11-16', ref: 'sum' } })
  const before = await auditHead(database)
  expect((await take(id)).body.exception).toMatchObject({ owner: { id: 'mere', name: 'mere' } })
  expect((await note(id, 'ab')).status).toBe(400)
  expect((await note(id, 'x'.repeat(2001))).status).toBe(400)
  expect((await note(id, 'Asked the bank, case 4711')).status).toBe(200)
  const { exception } = (await mere.get(`/api/desk/exceptions/${id}`)).body
  expect(exception.history.map(({ event, by, note: text }: { event: string; by?: { id: string }; note?: string }) => [event, by?.id, text])).toEqual([
    ['raised', undefined, undefined],
    ['taken', 'mere', 'Taken on'],
    ['noted', 'mere', 'Asked the bank, case 4711'],
  ])
  expect(exception.history[0].job).toBe('reconcile-statements')
  expect((await list()).items[0].standing).toMatchObject({ kind: 'noted', note: 'Asked the bank, case 4711' })
  const rows = (await sql`select action, operator from operator_exception_action where exception_id = ${id} order by id`.execute(db)).rows
  expect(rows).toEqual([{ action: 'take', operator: 'mere' }, { action: 'note', operator: 'mere' }]) // prettier-ignore
  expect((await auditSince(database, before)).map(({ kind, endpoint, subject }) => `${kind} ${endpoint} ${subject}`)).toEqual(
    expect.arrayContaining([
      `acted POST /api/desk/exceptions/:id/take exception:${id}`,
      `acted POST /api/desk/exceptions/:id/notes exception:${id}`,
      `looked GET /api/desk/exceptions/:id exception:${id}`,
    ]),
  )
})

test('one is closed by hand below $500.00, from there it has to be proposed [DESK-47] [DESK-50]', async () => {
  const [small, large, negative] = [
    await raise('bank-order-refused', 'c1', { amount: 49_999n }),
    await raise('bank-order-refused', 'c2', { amount: 50_000n }),
    await raise('statement-wrong-amount', 'c3', { amount: -50_000n, refs: { account: 'a', day: '2026-11-16', ref: 'c3' } }),
  ]
  const position = async () => (await sql`select * from bank_position, (select count(*) as differences from bank_difference) d`.execute(database.owner.db)).rows
  const before = await position()
  expect((await close(small)).body.exception).toMatchObject({ id: small, standing: { kind: 'closed' } })
  expect((await close(small)).body).toMatchObject({ message: 'ALREADY_CLOSED' })
  for (const id of [large, negative]) {
    const { status, body } = await close(id)
    expect([status, body.message, body.propose]).toEqual([403, 'NEEDS_SECOND_PERSON', { kind: 'close-exception', exceptionId: id }])
    const proposed = await mere.post('/api/desk/proposals', { ...body.propose, note: 'The bank confirms it', key: randomUUID() })
    expect(proposed.body.state).toBe('waiting')
    await desk.usePasskey(tomasi, clock.now())
    expect((await tomasi.post(`/api/desk/proposals/${proposed.body.id}/approve`)).body.state).toBe('approved')
    const { exception } = (await ana.get(`/api/desk/exceptions/${id}`)).body
    expect(exception.history.map(({ event }: { event: string }) => event)).toEqual(['raised', 'proposed', 'approved', 'closed'])
  }
  expect(await position()).toEqual(before)
})

test('money that is held for a payer is not closed by hand [DESK-48]', async () => {
  for (const [kind, amount] of [
    ['bank-payment-surplus', 3000n],
    ['bank-refund-due', 90_000n],
  ] as const) {
    // prettier-ignore
    const id = await raise(kind, `held ${kind}`, { amount })
    const { status, body } = await close(id)
    expect([status, body.message]).toEqual([403, 'CLOSED_BY_MONEY'])
    const { exception } = (await mere.get(`/api/desk/exceptions/${id}`)).body
    expect(exception.acts.map(({ act }: { act: string }) => act)).toEqual(['take-exception', 'note-exception', 'ask-bank-again', 'send-back'])
  }
})

test('every kind has evidence, a group and exactly the acts of its row, the safest first [DESK-45] [DESK-46]', async () => {
  const refs = {
    account: '021234567890123456',
    day: '2026-11-16',
    ref: 'T1',
    advice: 'A1',
    line: '3',
    key: 'k1',
    reference: 'W4TB7KQ2ZDPE',
    code: 'BAD',
    reason: 'why',
  }
  for (const kind of exceptionKinds) {
    const id = await raise(kind, `each:${kind}`, { amount: 100n, refs })
    const { status, body } = await tomasi.get(`/api/desk/exceptions/${id}`)
    expect([kind, status]).toEqual([kind, 200])
    const { exception } = body
    expect(exception.group).toBe(groupOfException(kind))
    expect(exception.evidence.sources.length).toBeGreaterThan(0)
    expect(exception.evidence.sources.length).toBeLessThan(4)
    for (const { values } of exception.evidence.fields) expect(values).toHaveLength(exception.evidence.sources.length)
    expect(exception.history[0].job).toMatch(/\w/)
    const last = kind === 'bank-payment-surplus' || kind === 'bank-refund-due' ? [] : ['close-exception']
    expect(exception.acts.map(({ act }: { act: string }) => act)).toEqual(['take-exception', 'note-exception', ...(actsOf[kind] ?? []), ...last])
  }
})

test('an act says whether money moves, who must agree by the amount, and whether the caller may [DESK-46]', async () => {
  const actsAt = async (amount: bigint, operator = tomasi) => {
    const id = await raise('negative-balance-overdue', `acts ${amount}`, { amount })
    const { acts } = (await operator.get(`/api/desk/exceptions/${id}`)).body.exception
    return acts.find(({ act }: { act: string }) => act === 'adjustment')
  }
  expect(await actsAt(99_999n)).toMatchObject({ may: true, money: 'books', needs: [['finance', 'finance-lead']], needsEvidence: true })
  expect(await actsAt(100_000n)).toMatchObject({ needs: [['finance-lead']] })
  expect(await actsAt(999_999n)).toMatchObject({ needs: [['finance-lead']] })
  expect(await actsAt(1_000_000n, mere)).toMatchObject({ may: false, needs: [['finance-lead'], ['compliance']] })
  const id = await raise('bank-file-rejected', 'DC1', { amount: 100n, refs: { fileId: 'file-1', reason: 'r' } })
  expect((await mere.get(`/api/desk/exceptions/${id}`)).body.exception.acts).toMatchObject([
    { act: 'take-exception', money: 'none' },
    { act: 'note-exception', money: 'none' },
    { act: 'fail-file', money: 'books', fields: [{ name: 'fileId', input: 'fixed', value: 'file-1' }] },
    { act: 'resend-file', money: 'out', fields: [{ name: 'fileId', value: 'file-1' }, { name: 'without' }] },
    { act: 'close-exception', money: 'none', needs: [] },
  ])
})

test('who may read, note and close an exception is as the table of roles says [DESK-09]', async () => {
  const id = await raise('bank-order-refused', 'roles', { amount: 100n })
  const may = { read: [] as string[], note: [] as string[], close: [] as string[] }
  for (const role of deskRoles) {
    const operator = await desk.operator(`is-${role}`, [role])
    if ((await operator.get(`/api/desk/exceptions/${id}`)).status === 200 && (await operator.get('/api/desk/exceptions')).status === 200) may.read.push(role)
    if ((await note(id, 'A note of a role', operator)).status === 200) may.note.push(role)
    const closing = await close(id, operator)
    if (closing.status === 200 || closing.body.message === 'ALREADY_CLOSED') may.close.push(role)
  }
  expect(may).toEqual({
    read: ['operations', 'finance', 'finance-lead', 'risk', 'compliance', 'auditor'],
    note: ['operations', 'finance', 'finance-lead', 'risk'],
    close: ['operations', 'finance', 'finance-lead'],
  })
  expect((await mere.get('/api/desk/exceptions/999999')).status).toBe(404)
  expect((await note('999999', 'Nothing there')).status).toBe(404)
  expect((await mere.get('/api/desk/exceptions/x')).status).toBe(400)
})
