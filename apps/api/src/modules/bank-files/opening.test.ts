import { assertLedgerInvariants } from '@nikau/ledger'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { noReceipts, startBankFiles } from './fixtures.ts'
import { reconcile } from './reconcile.ts'

const [first, second] = [await testDatabase(), await testDatabase()]
const fresh = await startBankFiles(first, '2026-11-30T10:00:00+13:00')
const existing = await startBankFiles(second, '2026-12-01T10:00:00+13:00')
const { account } = fresh.connection
const balanceOf = async ({ db }: { db: Awaited<ReturnType<typeof testDatabase>>['db'] }, id: string) =>
  (await sql<{ balance: bigint }>`select balance from ledger.account where id = ${id}`.execute(db)).rows[0]?.balance
const positionOf = async ({ db }: { db: Awaited<ReturnType<typeof testDatabase>>['db'] }) =>
  (
    await sql<{ statements: bigint; ledger: bigint; unexplained: bigint }>`
      select statement_balance::bigint as statements, ledger_balance::bigint as ledger, unexplained::bigint from bank_position`.execute(db)
  ).rows[0]

test('what an account held before the first statement is our own money, booked once with that statement [MON-11]', async () => {
  const database = first
  const { at, banks, connection, deps } = fresh
  await banks.control('other-party', { account: '02-0192-0214002-00', cents: 500_000 })
  await at('2026-12-03T03:30:00+13:00')
  const from = { ...deps, receipts: { ...noReceipts, firstDay: async () => '2026-12-01' } }
  expect(await Promise.all([reconcile(from, connection), reconcile(from, connection)])).toContain(2)
  expect([await balanceOf(database, 'own:nzd.main'), await balanceOf(database, 'bank')]).toEqual([500_000n, -500_000n])
  expect(await positionOf(database)).toEqual({ statements: 500_000n, ledger: 500_000n, unexplained: 0n })
  expect((await sql`select account, day::text, amount, posting is not null as posted from bank_opening`.execute(database.db)).rows).toEqual([
    { account, day: '2026-12-01', amount: 500_000n, posted: true },
  ])
  await assertLedgerInvariants(database.db)
  await expect(sql`update bank_opening set amount = 1`.execute(database.owner.db)).rejects.toThrow('append-only')
})

test('an account whose first statement was stored before gets its opening with the next run; one of zero posts nothing [MON-11]', async () => {
  const database = second
  const { at, connection, deps } = existing
  await sql`insert into bank_connection (account, last_reconciled_day) values (${account}, '2026-11-30')`.execute(database.db)
  await sql`insert into bank_statement (account, day, opening, closing, gap, lines, fetched_at)
            values (${account}, '2026-11-29', 0, 0, 0, 0, now()), (${account}, '2026-11-30', 0, 0, 0, 0, now())`.execute(database.db)
  const other = account.replace('214002', '214003')
  await sql`insert into bank_connection (account, last_reconciled_day) values (${other}, '2026-12-01')`.execute(database.db)
  await sql`insert into bank_statement (account, day, opening, closing, gap, lines, fetched_at) values (${other}, '2026-12-01', -700, -700, 0, 0, now())`.execute(
    database.db,
  )
  expect(await positionOf(database)).toEqual({ statements: 0n, ledger: 0n, unexplained: 0n })
  await at('2026-12-02T03:30:00+13:00')
  await reconcile(deps, connection)
  await reconcile(deps, { ...connection, account: other as typeof connection.account })
  expect((await sql`select amount, posting is null as nothing from bank_opening order by account`.execute(database.db)).rows).toEqual([
    { amount: 0n, nothing: true },
    { amount: -700n, nothing: false },
  ])
  expect([await balanceOf(database, 'own:nzd.main'), await balanceOf(database, 'bank')]).toEqual([-700n, 700n])
  expect(await positionOf(database)).toEqual({ statements: -700n, ledger: -700n, unexplained: 0n })
  await assertLedgerInvariants(database.db)
})
