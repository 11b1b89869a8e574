import { createHash, randomUUID } from 'node:crypto'
import { deskEndpoints } from '@nikau/contract/desk/endpoints'
import { deskRoles } from '@nikau/contract/desk/roles'
import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { startBankResolution } from '../../bank-resolution/fixtures.ts'
import { testVault } from '../../fixtures.ts'
import { auditHead, auditSince, runningDesk, type SignedInOperator } from '../../http/desk/fixtures.ts'

// Files, results and statements as our sandbox bank makes them, read at the desk.

const database = await testDatabase()
const bank = await startBankResolution(database, '2026-12-01T10:00:00+13:00')
const { at, fetchResults, readStatements, sendFiles } = bank
const mia = await bank.createCustomer()
const wallClock = fakeClock(new Date().toISOString())
const desk = await runningDesk(database, { clock: bank.clock, wallClock, bankFiles: bank.deps })
const pita = await desk.operator('pita.h', ['operations'])
const ana = await desk.operator('ana', ['auditor'])
const owner = database.owner.db
beforeEach(() => Promise.all([pita, ana].map((operator) => operator.post('/api/desk/session/input'))))

const on = (day: number, time: string) => at(`2026-12-${String(day).padStart(2, '0')}T${time}:00+13:00`)
const account = await accountId()
async function accountId() {
  await fetchResults()
  return (await sql<{ account: string }>`select account from bank_connection`.execute(owner)).rows[0]!.account
}

interface Part {
  outcome: string
  orders: number
  sum: string
}
interface File {
  id: string
  orders: number
  total: string
  state: string
  parts: Part[]
  addsUp: boolean
  exceptions: number
  finalDay?: string
  clearedAt?: string
  waiting?: { exceptionId: string; proposalId?: string }
}
const days = async (query = ''): Promise<{ day: string; files: File[] }[]> => (await ana.get(`/api/desk/bank-files${query}`)).body.items
const fileOf = async (id: string) => (await days()).flatMap(({ files }) => files).find((file) => file.id === id)!
const detailOf = async (id: string, query = '') => (await ana.get(`/api/desk/bank-files/${id}${query}`)).body
const statementOf = async (day: string, query = '') => (await ana.get(`/api/desk/statements/${account}/${day}${query}`)).body
const partsOf = ({ parts }: File) => Object.fromEntries(parts.map(({ outcome, orders, sum }) => [outcome, `${orders} ${sum}`]))

test('before anything is expected of an account a day is not compared, and says so [DESK-57]', async () => {
  const { status, comparison, notCompared, items } = await statementOf('2026-11-29')
  expect([status, comparison, notCompared, items]).toEqual(['not-compared', undefined, { reason: 'before-first' }, []])
  expect((await ana.get('/api/desk/statements/999999999999999999/2026-11-29')).status).toBe(404)
})

test('windows and files answer orders, sums, what the bank said and the last day for returns [DESK-51]', async () => {
  await on(1, '15:00')
  await mia.topUp(20_000)
  await on(1, '15:01')
  await mia.topUp(5061) // for which the payer has not enough
  const { window } = (await ana.get('/api/desk/bank-files')).body
  expect(window).toMatchObject({
    day: '2026-12-01',
    isToday: true,
    closesAt: '2026-12-01T02:55:00.000Z',
    waiting: [{ kind: 'debit', orders: 2, sum: '25061' }],
  })
  await on(1, '15:56')
  await sendFiles()
  expect((await days())[0]).toMatchObject({ day: '2026-12-01', isComplete: true, files: [{ id: 'DD261201-01', orders: 2, total: '25061', state: 'accepted' }] })
  expect(partsOf(await fileOf('DD261201-01'))).toEqual({ silent: '2 25061' })
  await on(1, '18:30')
  await fetchResults()
  expect(partsOf(await fileOf('DD261201-01'))).toEqual({ settled: '2 25061' })
  await on(2, '08:30')
  await fetchResults()
  const file = await fileOf('DD261201-01')
  expect([partsOf(file), file.addsUp, file.finalDay, file.clearedAt]).toEqual([{ settled: '1 20000', 'came-back': '1 5061' }, true, '2026-12-04', undefined])
  // A sum that is not the file's is said, not hidden.
  await sql`update bank_file set total = total + 1 where reference = 'DD261201-01'`.execute(owner)
  expect((await fileOf('DD261201-01')).addsUp).toBe(false)
  await sql`update bank_file set total = total - 1 where reference = 'DD261201-01'`.execute(owner)
})

test('a file has its course, attempts and generation, and lines with what the bank reported, payers masked [DESK-52]', async () => {
  const { file, items, matching } = await detailOf('DD261201-01')
  expect(file).toMatchObject({
    attempts: 1,
    generation: 0,
    bank: 'BNZ',
    account: expect.stringMatching(/^02-••••-••••\d{3}-00$/),
    dueDay: '2026-12-01',
    related: [],
  })
  expect(file.course.map(({ step, state }: { step: string; state: string }) => `${step} ${state}`)).toEqual([
    'built done',
    'accepted done',
    'processed done',
    'may-come-back now',
    'cleared next',
  ])
  expect(file.course.at(-1).at).toBe('2026-12-03T20:00:00.000Z')
  expect(matching).toBe(2)
  expect(items).toMatchObject([
    { line: 2, amount: '20000', state: 'at-bank', result: { outcome: 'settled', day: '2026-12-01' }, exceptions: [] },
    { line: 3, amount: '5061', state: 'failed', result: { outcome: 'dishonoured', reason: 'insufficient-funds' }, exceptions: [] },
  ])
  for (const { payer } of items) expect(payer).toMatch(/^\d\d-•{4}-•+\d{3}-\d\d$/)
  expect((await detailOf('DD261201-01', '?only=came-back')).items.map(({ line }: { line: number }) => line)).toEqual([3])
  // Nothing that names the payer: neither their name nor their number.
  expect(JSON.stringify(await detailOf('DD261201-01'))).not.toMatch(/Henare|\d{2}-\d{4}-\d{7}/)
  expect((await ana.get('/api/desk/bank-files/DD991201-01')).status).toBe(404)
  await on(4, '09:00')
  await fetchResults()
  expect((await detailOf('DD261201-01')).file.course.at(-1)).toMatchObject({ step: 'cleared', state: 'done' })
  expect((await fileOf('DD261201-01')).clearedAt).toBe('2026-12-03T20:00:00.000Z')
})

test('a statement is answered as it was compared: expected and differences are what is shown, by type and together [DESK-56]', async () => {
  await readStatements()
  await on(7, '15:00')
  const reference = await mia.topUp(6000)
  const missing = await mia.withdraw(4000)
  await on(7, '15:56')
  await sendFiles()
  await on(7, '18:30')
  await fetchResults()
  await bank.faultOnStatement('wrong-amount', '2026-12-07')
  await bank.stranger(6450)
  await on(8, '03:30')
  await readStatements()
  const { comparison, status, items, matching, account: ours } = await statementOf('2026-12-07')
  expect([status, ours.bank, matching, items.length]).toEqual(['differs', 'BNZ', comparison.shown.count, comparison.shown.count])
  const kept = (await sql<{ opening: bigint; closing: bigint; gap: bigint; lines: number; shown: bigint; expected: bigint; differing: bigint }>`
    select s.opening, s.closing, s.gap, s.lines,
      (select sum(amount)::bigint from bank_statement_line l where l.day = s.day) as shown,
      (select sum(amount)::bigint from bank_expected_line e where e.reconciled_on = s.day) as expected,
      (select sum(shown - expected)::bigint from bank_difference d where d.day = s.day and kind not in ('sum', 'balance')) as differing
      from bank_statement s where day = '2026-12-07'`.execute(owner)).rows[0]! // prettier-ignore
  expect(comparison).toMatchObject({
    opening: String(kept.opening),
    closing: String(kept.closing),
    gap: String(kept.gap),
    closingBefore: expect.stringMatching(/^-?\d+$/),
    expected: { sum: String(kept.expected) },
    shown: { count: kept.lines, sum: String(kept.shown) },
    differing: { sum: String(kept.differing) },
    addsUp: true,
  })
  expect(BigInt(comparison.expected.sum) + BigInt(comparison.differing.sum)).toBe(BigInt(comparison.shown.sum))
  for (const row of comparison.types) expect(BigInt(row.expected.sum) + BigInt(row.difference)).toBe(BigInt(row.shown.sum))
  expect(comparison.differences.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['sum', 'unknown', 'wrong-amount'])
  for (const { exceptionId, kind } of comparison.differences)
    expect((await ana.get(`/api/desk/exceptions/${exceptionId}`)).body.exception.kind).toBe(`statement-${kind}`)
  expect([reference, missing]).toContain(comparison.differences.find(({ kind }: { kind: string }) => kind === 'wrong-amount').subject)
  // The line's exception is beside the order, too.
  const file = (await detailOf('DD261207-01', '?only=exceptions')).items.concat((await detailOf('DC261207-01', '?only=exceptions')).items)
  expect(file).toMatchObject([{ exceptions: [{ kind: 'statement-wrong-amount', isOpen: true }] }])
  // It is checked, not made so.
  await sql`update bank_expected_line set amount = amount + 1 where reconciled_on = '2026-12-07' and type = 'DC'`.execute(owner)
  expect((await statementOf('2026-12-07')).comparison.addsUp).toBe(false)
  await sql`update bank_expected_line set amount = amount - 1 where reconciled_on = '2026-12-07' and type = 'DC'`.execute(owner)
  expect(JSON.stringify(await statementOf('2026-12-07'))).not.toMatch(/CODE \d{4}/)
})

test('what operators decide about a difference later leaves the comparison as it was [DESK-56]', async () => {
  const before = (await statementOf('2026-12-07')).comparison
  const unknown = before.differences.find(({ kind }: { kind: string }) => kind === 'unknown')
  await desk.usePasskey(pita, wallClock.now())
  const made = await pita.post('/api/desk/proposals', { kind: 'close-exception', exceptionId: unknown.exceptionId, note: 'Belongs to us', key: randomUUID() })
  expect(made.body.state).toBe('approved')
  const after = (await statementOf('2026-12-07')).comparison
  expect(after.differences.find(({ kind }: { kind: string }) => kind === 'unknown').closedAt).toBeDefined()
  expect([after.expected, after.shown, after.differing, after.addsUp]).toEqual([before.expected, before.shown, before.differing, true])
})

test('a day that was not compared or is late says why, and never agrees [DESK-57]', async () => {
  await on(8, '12:00')
  const today = await statementOf('2026-12-08')
  expect([today.status, today.notCompared]).toEqual(['not-compared', { reason: 'not-due', dueAt: '2026-12-08T14:00:00.000Z' }])
  // Two nights without a statement.
  await on(10, '04:00')
  const [ninth, eighth] = [await statementOf('2026-12-09'), await statementOf('2026-12-08')]
  expect([eighth.status, eighth.notCompared]).toEqual(['late', { reason: 'no-statement', dueAt: '2026-12-08T14:00:00.000Z', isFailing: false }])
  expect([ninth.status, ninth.notCompared]).toEqual(['late', { reason: 'earlier-day', day: '2026-12-08', dueAt: '2026-12-09T14:00:00.000Z', isFailing: false }])
  for (const { comparison } of [today, eighth, ninth]) expect(comparison).toBeUndefined()
  const { accounts, days: listed } = (await ana.get('/api/desk/statements')).body
  expect(accounts).toEqual([{ id: account, bank: 'BNZ', masked: expect.stringContaining('•') }])
  const statuses = Object.fromEntries(listed.map(({ day, statements }: { day: string; statements: { status: string }[] }) => [day, statements[0]!.status]))
  expect(statuses).toMatchObject({ '2026-12-09': 'late', '2026-12-08': 'late', '2026-12-07': 'differs', '2026-12-06': 'agrees', '2026-11-30': 'not-compared' })
  expect(listed).toHaveLength(10)
  await readStatements()
  expect((await statementOf('2026-12-09')).status).toBe('agrees')
})

test('the bytes are opened with a reason and a passkey of the moment, by an entry of the log that has the reason [DESK-53]', async () => {
  const reveal = (operator: SignedInOperator, body: object = { reason: 'The bank asks about line 2, case 4711' }) =>
    operator.post('/api/desk/bank-files/DD261201-01/bytes', body)
  wallClock.advance(11 * 60_000)
  const before = await auditHead(database)
  expect((await reveal(pita)).body.message).toBe('STEP_UP_REQUIRED')
  await desk.usePasskey(pita, wallClock.now())
  for (const body of [{}, { reason: '' }, { reason: ' x ' }]) {
    const { status, body: refused } = await reveal(pita, body)
    expect([status, refused.message]).toEqual([400, 'REASON_REQUIRED'])
  }
  const { status, body } = await reveal(pita)
  const kept = (await sql<{ sealed: Buffer; keyId: string; digest: Buffer; size: number; id: string }>`
    select id, sealed_bytes as sealed, key_id as "keyId", digest, size from bank_file where reference = 'DD261201-01'`.execute(owner)).rows[0]! // prettier-ignore
  const bytes = Buffer.from(testVault().open(kept, kept.id), 'latin1')
  expect(status).toBe(200)
  expect(body).toMatchObject({ digest: kept.digest.toString('hex'), isKept: true, size: kept.size })
  expect(Buffer.from(body.content, 'latin1').equals(bytes)).toBe(true)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(body.digest)
  const entries = await auditSince(database, before)
  expect(entries.map(({ kind, reason, refusal, subject }) => [kind, reason, refusal, subject])).toEqual([
    ['refused', null, 'STEP_UP_REQUIRED', 'bank-file:DD261201-01'],
    ['refused', null, 'REASON_REQUIRED', 'bank-file:DD261201-01'],
    ['refused', null, 'REASON_REQUIRED', 'bank-file:DD261201-01'],
    ['refused', null, 'REASON_REQUIRED', 'bank-file:DD261201-01'],
    ['looked', 'The bank asks about line 2, case 4711', null, 'bank-file:DD261201-01'],
  ])
  expect([Number(entries.at(-1)!.no), entries.at(-1)!.detail]).toEqual([body.entry, { fields: 'bytes' }])
  // Other bytes than were kept are said to be others.
  await sql`update bank_file set digest = sha256('x') where reference = 'DD261201-01'`.execute(owner)
  expect((await reveal(pita)).body.isKept).toBe(false)
  await sql`update bank_file set digest = ${kept.digest} where reference = 'DD261201-01'`.execute(owner)
})

test('the database opens the bytes for nobody else, whatever the process asks [DESK-53]', async () => {
  const asDesk = database.openAs('nikau_desk_api').db
  const open = async (secret: string, reason: string) =>
    (
      await sql`select * from desk_open_bank_file(${createHash('sha256').update(secret).digest()}, ${wallClock.now()}, 'DD261201-01', ${reason})`.execute(
        asDesk,
      )
    ).rows.length
  const secretOf = ({ cookie }: SignedInOperator) => cookie.slice(cookie.indexOf('=') + 1)
  const before = await auditHead(database)
  expect(await open(secretOf(pita), 'x')).toBe(0)
  expect(await open('somebody', 'A good reason')).toBe(0)
  await desk.usePasskey(ana, wallClock.now())
  expect(await open(secretOf(ana), 'A good reason')).toBe(0)
  await desk.usePasskey(pita, wallClock.now())
  expect(await open(secretOf(pita), 'ab')).toBe(0)
  wallClock.advance(11 * 60_000)
  expect(await open(secretOf(pita), 'A good reason')).toBe(0)
  expect(await auditHead(database)).toBe(before)
  await expect(sql`select sealed_bytes from bank_file`.execute(asDesk)).rejects.toThrow('permission denied')
  await expect(sql`select * from desk_open_bank_file('\\x00', now(), 'x', 'xyz')`.execute(database.openAs('nikau_api').db)).rejects.toThrow('permission denied')
})

test('orders of a rejected file are led to the act that sends them again, and afterwards to the file they went out in [DESK-52] [DESK-54]', async () => {
  await on(14, '15:00')
  await mia.topUp(5000)
  await on(14, '15:56')
  await bank.sendDefectFiles()
  const rejected = await fileOf('DD261214-01')
  expect([rejected.state, partsOf(rejected), rejected.exceptions]).toEqual(['rejected', { silent: '1 5000' }, 1])
  const { file } = await detailOf('DD261214-01')
  expect(file.course.map(({ step, state }: { step: string; state: string }) => `${step} ${state}`)).toEqual(['built done', 'rejected failed'])
  expect(file.rejection).toMatch(/\w/)
  const { acts } = (await pita.get(`/api/desk/exceptions/${rejected.waiting!.exceptionId}`)).body.exception
  const fileId = acts.find(({ act }: { act: string }) => act === 'resend-file').fields[0].value
  expect((await sql<{ reference: string }>`select reference from bank_file where id = ${fileId}`.execute(owner)).rows).toEqual([{ reference: 'DD261214-01' }])
  const act = {
    kind: 'resend-file',
    exceptionId: rejected.waiting!.exceptionId,
    content: { fileId },
    note: 'The header is mended',
    evidence: ['BNZ case 4711'],
  }
  await desk.usePasskey(pita, wallClock.now())
  const proposal = (await pita.post('/api/desk/proposals', { ...act, key: randomUUID() })).body
  expect((await fileOf('DD261214-01')).waiting!.proposalId).toBe(proposal.id)
  const rangi = await desk.operator('rangi.w', ['operations'])
  expect((await rangi.post(`/api/desk/proposals/${proposal.id}/approve`)).body.state).toBe('approved')
  await sendFiles()
  const [old, next] = [(await detailOf('DD261214-01')).file, (await detailOf('DD261214-02')).file]
  expect([partsOf(old), old.waiting, old.related]).toEqual([{ replaced: '1 5000' }, undefined, [{ id: 'DD261214-02', generation: 1 }]])
  expect([next.generation, next.state, next.related]).toEqual([1, 'accepted', [{ id: 'DD261214-01', generation: 0 }]])
  // Sent once: any other state is refused.
  const { exceptionId: _, ...again } = act
  expect((await pita.post('/api/desk/proposals', { ...again, key: randomUUID() })).body.message).toBe('FILE_NOT_REJECTED')
})

test('no login and no call of the desk but an approved proposal changes a file, an order, a result or a statement [DESK-55]', async () => {
  const tables = ['bank_file', 'bank_file_detail', 'bank_result', 'bank_statement', 'bank_statement_line', 'bank_difference', 'bank_expected_line', 'bank_window', 'bank_difference_resolution', 'bank_receipt', 'bank_connection'] // prettier-ignore
  const asDesk = database.openAs('nikau_desk_api').db
  for (const table of tables) {
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(owner) // prettier-ignore
    expect(rows.length).toBeGreaterThan(0)
    for (const { name } of rows) await expect(sql.raw(`update ${table} set ${name} = ${name}`).execute(asDesk)).rejects.toThrow('permission denied')
    for (const statement of [`delete from ${table}`, `truncate ${table}`, `insert into ${table} default values`])
      await expect(sql.raw(statement).execute(asDesk)).rejects.toThrow('permission denied')
  }
  const contents = async () =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async (table) => [table, (await sql.raw<{ row: string }>(`select t::text as row from ${table} t order by 1`).execute(owner)).rows] as const),
      ),
    )
  const before = await contents()
  const everybody = await Promise.all([desk.operator('all-acting', ['support', 'operations', 'finance', 'finance-lead', 'risk']), desk.operator('comp', ['compliance']), desk.operator('adm', ['admin'])]) // prettier-ignore
  const exceptionId = (await sql<{ id: string }>`select id::text as id from operator_exception order by id limit 1`.execute(owner)).rows[0]!.id
  const values: Record<string, string> = { account, day: '2026-12-07' }
  let answered = 0
  const last = ['lockDesk', 'endDeskSession']
  const calls = Object.entries(deskEndpoints).toSorted(([one], [other]) => last.indexOf(one) - last.indexOf(other))
  for (const [name, endpoint] of calls) {
    if (name.endsWith('Proposal')) continue
    const id = endpoint.path.includes('exceptions') ? exceptionId : 'DD261207-01'
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, part: string) => values[part] ?? id)
    for (const operator of everybody) {
      await desk.usePasskey(operator, wallClock.now())
      const { status } = await desk.call(
        endpoint.method,
        path,
        { cookie: operator.cookie },
        endpoint.method === 'GET' ? undefined : { key: randomUUID(), note: 'A note of the sweep', reason: 'A reason of the sweep', amount: '1', state: 'done' },
      )
      if (status === 200) answered++
    }
  }
  expect(answered).toBeGreaterThan(10)
  expect(await contents()).toEqual(before)
})

test('who may read files and statements, and who may open the bytes, is as the table of roles says [DESK-09]', async () => {
  const may = { read: [] as string[], open: [] as string[] }
  for (const role of deskRoles) {
    const operator = await desk.operator(`is-${role}`, [role])
    const reads = await Promise.all(
      ['bank-files', 'bank-files/DD261201-01', 'statements', `statements/${account}/2026-12-07`].map((path) => operator.get(`/api/desk/${path}`)),
    )
    if (reads.every(({ status }) => status === 200)) may.read.push(role)
    await desk.usePasskey(operator, wallClock.now())
    if ((await operator.post('/api/desk/bank-files/DD261201-01/bytes', { reason: 'A good reason' })).status === 200) may.open.push(role)
  }
  expect(may).toEqual({ read: ['operations', 'finance', 'finance-lead', 'risk', 'compliance', 'auditor'], open: ['operations', 'risk', 'compliance'] })
})
