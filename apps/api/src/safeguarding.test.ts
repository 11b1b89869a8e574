import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { assertLedgerInvariants, balanceAt } from '@nikau/ledger'
import { instantAt } from '@nikau/nz/nz-time'
import { randomIds, systemClock } from '@nikau/runtime'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createBankedPerson, createShop, runningApi, testVault } from './fixtures.ts'
import { all, readPdf, texts } from './http/fixtures.ts'
import { buildFiles } from './modules/bank-files/build-files.ts'
import { startBankFiles } from './modules/bank-files/fixtures.ts'
import { ingestResults } from './modules/bank-files/ingest-results.ts'
import { reconcile } from './modules/bank-files/reconcile.ts'
import { sendFile } from './modules/bank-files/send.ts'
import { settleCleared } from './modules/bank-files/settle-cleared.ts'
import { createBankPort } from './modules/funds-transfers/index.ts'
import { createOperators } from './modules/operations/fixtures.ts'
import { drawReport, toCsv } from './modules/safeguarding/export.ts'
import { prepareReports } from './modules/safeguarding/prepare.ts'
import type { Report } from './modules/safeguarding/rules.ts'
import { raiseUnsigned } from './modules/safeguarding/sign.ts'
import { selectReport, selectSignatures } from './modules/safeguarding/store.ts'

const database = await testDatabase()
const { db } = database
const { at, banks, clock, connection, deps: fileDeps, newestFile } = await startBankFiles(database, '2026-11-30T10:00:00+13:00')
const { ledger } = fileDeps
const vault = testVault()
const files = { ...fileDeps, vault, transfers: createBankPort({ ledger, vault }) }
const deps = { db: database.openAs('nikau_worker').db, clock }
const desk = await createOperators(
  database,
  { db, ledger, clock, ids: randomIds, vault },
  { mere: ['finance'], hana: ['finance'], aroha: ['finance-lead'], pita: ['operations'] },
)
const api = await runningApi(database, { clock, wallClock: systemClock, env: { RATE_LIMIT_SCALE: '1000' } })
const shop = await createShop(api, database, { test: false })
const payer = await createBankedPerson(api, database)
await sql`update bank_account set verified_at = created_at, status = 'active' where id = ${payer.bankAccountId}`.execute(db)
afterEach(() => assertLedgerInvariants(db))

const pay = (requestId: string) => api.post(`/api/payment-requests/${requestId}/pay`, { assetType: 'nikau.nzd.main', assetId: payer.walletId }, payer.headers)

/** Our own money, there before the first statement. */
await banks.control('other-party', { account: '02-0192-0214002-00', cents: 500_000 })

async function runBank(...moments: string[]): Promise<void> {
  for (const moment of moments) {
    await at(moment)
    await ingestResults(files, connection)
    await settleCleared(files)
  }
}
/** As at half past three of the next day. */
async function closeDay(next: string): Promise<string[]> {
  await at(instantAt(next, 3, 30).toISOString())
  await reconcile(files, connection)
  return await prepareReports(deps)
}
const reportOf = async (day: string) => JSON.parse((await selectReport(db, day))!.content) as Report
const exceptions = async () =>
  (await sql<{ text: string }>`select kind || ' ' || ref as text from operator_exception where closed_at is null order by id`.execute(db)).rows.map(
    ({ text }) => text,
  )
async function topUp(day: string, amount: number): Promise<void> {
  await at(`${day}T10:00:00+13:00`)
  expect((await payer.topUp(amount)).status).toBe(200)
  await at(`${day}T15:56:00+13:00`)
  await buildFiles(files, 'debit')
  await sendFile(files, (await newestFile()).id)
  await runBank(`${day}T18:30:00+13:00`)
}

test('a debit that may still be dishonoured is not held for anybody, and what was there before is our own [DESK-81]', async () => {
  await topUp('2026-12-01', 50_000)
  await at('2026-12-02T03:29:00+13:00')
  await reconcile(files, connection)
  expect(await prepareReports(deps)).toEqual([])
  expect(await closeDay('2026-12-02')).toEqual(['2026-12-01'])
  expect(await reportOf('2026-12-01')).toMatchObject({
    day: '2026-12-01',
    asOf: '2026-12-01T11:00:00.000Z',
    owed: { total: '0' },
    held: { statements: [{ account: connection.account, closing: '550000' }], mayComeBack: '50000', differences: '0', unexplained: '0', total: '500000' },
    own: '500000',
    coverPercent: '100.00',
    books: { atBanks: '0', owed: '0', own: '0' },
  })
})

test('owed, held and own money of a day agree with the books and the statements at its end, not with what came later [DESK-81]', async () => {
  await at('2026-12-02T11:00:00+13:00')
  await banks.control('other-party', { account: '02-0192-0214002-00', cents: 777 })
  await runBank('2026-12-02T18:30:00+13:00', '2026-12-03T18:30:00+13:00', '2026-12-04T09:05:00+13:00')
  const request = await shop.createRequest(12_000)
  expect((await pay(String(request.id))).status).toBe(200)
  await at('2026-12-05T01:00:00+13:00') // after the end of the day
  const late = await shop.createRequest(1_000)
  expect((await pay(String(late.id))).status).toBe(200)
  expect(await closeDay('2026-12-05')).toEqual(['2026-12-02', '2026-12-03', '2026-12-04'])
  const report = await reportOf('2026-12-04')
  expect(report.owed).toMatchObject({
    classes: [
      { name: 'settlement', accounts: '1', amount: '12000' },
      { name: 'wallet', accounts: '1', amount: '38000' },
    ],
    total: '50000',
    notSetOff: '0',
  })
  expect(report.held).toMatchObject({ statementTotal: '550777', mayComeBack: '0', differences: '777', total: '550000' })
  expect([report.own, report.coverPercent]).toEqual(['500000', '1100.00'])
  expect(report.books).toEqual({ atBanks: '550000', owed: '50000', own: '500000' })
  const end = new Date(instantAt('2026-12-05').getTime() - 1)
  const { rows: accounts } = await sql<{
    id: string
  }>`select id from ledger.account where unit = 'nzd.main' and not counter and kind in ('wallet', 'settlement')`.execute(db)
  const balances = await Promise.all(accounts.map(({ id }) => balanceAt(db, id, end)))
  expect(balances.reduce<bigint>((sum, balance) => sum + (balance ?? 0n), 0n)).toBe(BigInt(report.owed.total))
})

test('a report is written once, and neither it nor a signature can change [DESK-82]', async () => {
  expect(await Promise.all([prepareReports(deps), prepareReports(deps)])).toEqual([[], []])
  const row = (await selectReport(db, '2026-12-04'))!
  expect(row.digest).toBe(createHash('sha256').update(row.content).digest('hex'))
  expect(Object.keys(JSON.parse(row.content) as object)).toEqual(Object.keys(JSON.parse(row.content) as object).toSorted())
  await expect(sql`update safeguarding_report set held = 1`.execute(database.owner.db)).rejects.toThrow('append-only')
  await expect(sql`delete from safeguarding_report`.execute(database.owner.db)).rejects.toThrow('append-only')
  await expect(
    sql`insert into safeguarding_report (day, prepared_at, owed, held, content, digest) values ('2020-01-01', now(), 0, 0, '{}', 'x')`.execute(
      database.owner.db,
    ),
  ).rejects.toThrow('safeguarding_report_digest_check')
})

test('one of finance and a finance lead sign the digest; without both by noon of the next business day an operator is called [DESK-82]', async () => {
  await at('2026-12-07T11:59:00+13:00') // the Monday after Friday 4 December
  await raiseUnsigned(deps)
  expect(await exceptions()).toEqual(expect.not.arrayContaining(['safeguarding-not-signed 2026-12-04']))
  const content = { day: '2026-12-04' }
  expect(await desk.pita.cannotPropose('sign-safeguarding', content)).toBe('OUTSIDE_ROLE')
  const proposal = await desk.mere.propose('sign-safeguarding', content)
  expect(proposal).toMatchObject({ needs: [['finance-lead']], movements: [] })
  expect(await selectSignatures(db, '2026-12-04')).toEqual([])
  await at('2026-12-07T12:00:00+13:00')
  await raiseUnsigned(deps)
  await raiseUnsigned(deps)
  expect((await exceptions()).filter((text) => text.startsWith('safeguarding'))).toEqual(
    ['01', '02', '03', '04', '05', '06'].map((day) => `safeguarding-not-signed 2026-12-${day}`),
  )
  expect(await desk.hana.cannotApprove(proposal.id)).toBe('OUTSIDE_ROLE')
  const { digest } = (await selectReport(db, '2026-12-04'))!
  expect(await desk.aroha.approve(proposal.id)).toMatchObject({ state: 'approved', result: { digest, signedBy: 'mere, aroha' } })
  expect(await selectSignatures(db, '2026-12-04')).toMatchObject([
    { role: 'checked', signer: 'mere' },
    { role: 'agreed', signer: 'aroha' },
  ])
  expect(await exceptions()).toEqual(expect.not.arrayContaining(['safeguarding-not-signed 2026-12-04']))
  expect(await desk.mere.cannotPropose('sign-safeguarding', content)).toBe('ALREADY_SIGNED')
  const own = await desk.aroha.propose('sign-safeguarding', { day: '2026-12-03' })
  expect(await desk.aroha.cannotApprove(own.id)).toBe('SAME_PERSON')
  await expect(sql`update safeguarding_signature set signer = 'hana'`.execute(database.owner.db)).rejects.toThrow('append-only')
})

test('the exports carry figures, digest and signatures, and a login that only reads can make them [DESK-82]', async () => {
  const [row, signatures] = [(await selectReport(db, '2026-12-04'))!, await selectSignatures(db, '2026-12-04')]
  const csv = toCsv({ row, signatures })
  for (const text of ['wallet (1),380.00', 'settlement (1),120.00', 'Held,5500.00', 'Left of our own money,5000.00', row.digest, 'Checked by,"mere (mere)', 'Agreed by,"aroha (aroha)'])
    expect(csv).toContain(text) // prettier-ignore
  const pdf = readPdf(await drawReport({ row, signatures }))
  const words = texts(all(pdf.document, 'TD')).join('\n')
  for (const text of ['$380.00', '$120.00', '$5,500.00', '1100.00 %', row.digest, 'mere (mere)', 'aroha (aroha)']) expect(words).toContain(text)
  const run = promisify(execFile)
  const env = { ...process.env, DATABASE_URL: database.urlAs('nikau_read_only') }
  const tool = join(import.meta.dirname, '../../../tools/safeguarding.ts')
  const { stdout } = await run(process.execPath, [tool, '2026-12-04', '--format', 'csv'], { env })
  expect(stdout).toBe(csv)
  await expect(run(process.execPath, [tool, '2020-01-01'], { env })).rejects.toMatchObject({ code: 1 })
})

test('a wallet below zero is never set off against what is owed, and cover below 100 % alarms at once until it is covered again [DESK-81] [DESK-82]', async () => {
  await topUp('2026-12-08', 4070) // the bank reverses it months later
  await runBank('2026-12-11T09:05:00+13:00')
  const [everything] = (await sql<{ balance: bigint }>`select balance from ledger.account where id = ${`asset:${payer.walletId}`}`.execute(db)).rows
  const request = await shop.createRequest(Number(everything!.balance))
  expect((await pay(String(request.id))).status).toBe(200)
  await at('2026-12-14T10:00:00+13:00')
  await banks.control('other-party', { account: '02-0192-0214002-00', cents: -499_000 }) // our own money leaves
  await runBank('2027-03-31T08:30:00+13:00')
  await closeDay('2027-04-02')
  const report = await reportOf('2027-04-01')
  expect(report.owed).toMatchObject({ total: '54070', notSetOff: '-4070' })
  expect(report.owed.classes.find(({ name }) => name === 'wallet')).toEqual({ name: 'wallet', accounts: '1', amount: '0' })
  expect([report.held.total, report.own, report.coverPercent]).toEqual(['51000', '-3070', '94.32'])
  expect(await exceptions()).toEqual(expect.arrayContaining(['safeguarding-short cover']))
  await banks.control('other-party', { account: '02-0192-0214002-00', cents: 3_847 })
  await closeDay('2027-04-03')
  expect((await reportOf('2027-04-02')).coverPercent).toBe('94.32') // money that nothing explains covers nothing
  expect(await exceptions()).toEqual(expect.arrayContaining(['safeguarding-short cover']))
  await at('2027-04-03T10:00:00+13:00')
  const recovery = { debit: `asset:${shop.settlementWallet}`, credit: 'own:nzd.main', amount: '4000', words: 'recovery' }
  await desk.aroha.approve((await desk.mere.propose('adjustment', recovery)).id)
  await closeDay('2027-04-04')
  expect((await reportOf('2027-04-03')).coverPercent).toBe('101.85')
  expect(await exceptions()).toEqual(expect.not.arrayContaining(['safeguarding-short cover']))
})
