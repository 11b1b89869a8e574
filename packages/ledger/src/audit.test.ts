import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { Secret } from '@nikau/runtime'
import { silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger, type Operation } from './index.ts'

const database = await testDatabase()
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent })
afterAll(() => ledger.close())

const tool = join(import.meta.dirname, '../../../tools/audit-books.ts')
function audit(): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [tool], { env: { ...process.env, DATABASE_URL: database.urlAs('nikau_read_only') } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}

beforeAll(async () => {
  const transfer: Operation = { op: 'transfer', from: 'bank', to: 'wallet', amount: 100n }
  await database.db.transaction().execute(async (tx) => {
    await ledger.openAccounts(tx, [
      { id: 'bank', unit: 'nzd.test', kind: 'bank' },
      { id: 'wallet', unit: 'nzd.test', kind: 'wallet', floor: 0n },
      { id: 'main', unit: 'nzd.main', kind: 'wallet' },
      { id: 'quota', unit: 'allowance', kind: 'quota', counter: true, floor: 0n, ceiling: 100n },
    ])
    for (const reference of ['a', 'b', 'c']) await ledger.postInTransaction(tx, [{ reference, kind: 'test', subject: 's', operations: [transfer] }])
    await ledger.postInTransaction(tx, [{ reference: 'd', kind: 'test', subject: 's', operations: [{ op: 'use', account: 'quota', amount: 5n }] }])
    const hold: Operation = { op: 'hold', hold: 'h', from: 'wallet', to: 'bank', amount: 30n, expiresAt: new Date(Date.now() + 60_000) }
    await ledger.changeLimits(tx, 'quota', { floor: 0n, ceiling: 90n })
    await ledger.changeLimits(tx, 'quota', { floor: 0n, ceiling: 80n })
    await ledger.postInTransaction(tx, [{ reference: 'e', kind: 'test', subject: 's', operations: [hold] }])
  })
})

/** Tampers with the tables as a superuser, reads the violations and rolls back. */
async function tampered(statement: string): Promise<string[]> {
  const broken: string[] = []
  const undo = new Error('undo')
  const looked = database.owner.db.transaction().execute(async (tx) => {
    for (const table of ['account', 'posting', 'entry', 'hold', 'limit_change']) await sql.raw(`alter table ledger.${table} disable trigger user`).execute(tx)
    await sql.raw(statement).execute(tx)
    const { rows } = await sql<{ invariant: string }>`select distinct invariant from violations() order by 1`.execute(tx)
    broken.push(...rows.map((row) => row.invariant.replace('ledger.invariant_', '')))
    throw undo
  })
  await expect(looked).rejects.toBe(undo)
  return broken
}

test('the audit lists its checks and reports that all hold', async () => {
  const { code, output } = await audit()
  expect(output).toMatch(/3 accounts, 1 counters, 5 postings, 6 entries, 1 holds \(1 pending\)/)
  expect(output).toMatch(/ok {5}ledger\.invariant_chain_holds/)
  expect(output).toMatch(/audit:books: \d+ invariants, all hold/)
  expect(code).toBe(0)
})

const wallet = `(select no from ledger.account where id = 'wallet')`
test.each([
  ['an amount changed on one side', `update ledger.entry set amount = 101 where account = ${wallet} and version = 2`, 'two_entries_per_transfer'],
  ['an increased balance', `update ledger.account set balance = balance + 1 where id = 'wallet'`, 'balance_is_sum_of_entries'],
  ['money created from nothing', `update ledger.account set balance = balance + 1 where id = 'wallet'`, 'unit_sums_to_zero'],
  ['an entry removed', `delete from ledger.entry where account = ${wallet} and version = 2`, 'entries_follow_each_other'],
  ['a posting removed', `delete from ledger.posting where reference = 'b'`, 'two_entries_per_transfer'],
  ['a reference rewritten', `update ledger.posting set reference = 'z' where reference = 'b'`, 'chain_holds'],
  ['a time rewritten', `update ledger.entry set at = at + interval '1 microsecond' where version = 3`, 'chain_holds'],
  ['a subject rewritten', `update ledger.posting set subject = 'other' where reference = 'b'`, 'chain_holds'],
  ['the last hash forged', `update ledger.account set hash = sha256('x') where id = 'wallet'`, 'chain_holds'],
  ['a reduced hold', `update ledger.hold set remaining = 1`, 'hold_adds_up'],
  ['a cleared held amount', `update ledger.account set held_out = 0 where id = 'wallet'`, 'held_is_sum_of_holds'],
  ['a reset counter', `update ledger.account set balance = 0 where id = 'quota'`, 'counter_is_sum_of_uses'],
  ['units mixed', `update ledger.account set unit = 'nzd.main' where id = 'bank'`, 'one_unit_per_transfer'],
  ['a floor raised over the balance', `update ledger.account set floor = 400, overdrawn = true where id = 'wallet'`, 'within_limits'],
  ['a ceiling raised without a record', `update ledger.account set ceiling = 900 where id = 'quota'`, 'limits_follow_changes'],
  ['a recorded limit rewritten', `update ledger.limit_change set ceiling = 95 where ceiling = 90`, 'limits_follow_changes'],
  ['a closed account with money', `update ledger.account set closed_at = opened_at where id = 'wallet'`, 'closed_is_closed'],
])('the audit detects %s', async (_, statement, invariant) => {
  expect(await tampered(statement)).toContain(invariant)
})

test('a violation makes the audit fail and name the invariant', async () => {
  await sql`alter table ledger.entry disable trigger user`.execute(database.owner.db)
  await sql.raw(`update ledger.entry set balance = balance + 1 where account = ${wallet} and version = 3`).execute(database.owner.db)
  const { code, output } = await audit()
  expect(output).toMatch(/FAILED ledger\.invariant_chain_holds/)
  expect(output).toMatch(/violations/)
  expect(code).toBe(1)
})
