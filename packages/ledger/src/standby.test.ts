import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '@nikau/local-postgres'
import { CommitInDoubt, isRetryable, migrate, openDatabase, Secret } from '@nikau/runtime'
import { silent } from '@nikau/testing'
import { freePort } from '@nikau/testing/free-port'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { balance, createLedger, OutcomeUnknown } from './index.ts'

// A server of its own, which waits for a standby that does not exist until the test says otherwise.
const folder = await mkdtemp(join(tmpdir(), 'nikau-standby-'))
await chmod(folder, 0o755) // the server does not run as root and must be able to read its folder
const server = await startPostgres({ folder: join(folder, 'data'), port: await freePort(), durable: false, settings: ['synchronous_commit=on'] })
const url = new Secret(await createDatabase(server, 'nikau'))
const database = openDatabase({ url, name: 'test', log: silent })
const { db } = database
await migrate(database)
/** Without the wait for a standby. */
const administrator = openDatabase({ url, name: 'administrator', log: silent, connections: 1 })
await sql`set synchronous_commit = off`.execute(administrator.db)
const waitFor = async (standby: string) => {
  await sql.raw(`alter system set synchronous_standby_names = '${standby}'`).execute(administrator.db)
  await sql`select pg_reload_conf()`.execute(administrator.db)
  await expect
    .poll(async () => (await sql<{ value: string }>`select current_setting('synchronous_standby_names') as value`.execute(administrator.db)).rows[0]!.value)
    .toBe(standby)
}
const ledger = createLedger({ url, name: 'test', log: silent, deadlineMs: 1000 })
await db.transaction().execute((tx) =>
  ledger.openAccounts(
    tx,
    ['a', 'b'].map((id) => ({ id, unit: 'nzd.test', kind: 'wallet' })),
  ),
)
afterEach(() => waitFor(''))
afterAll(async () => {
  await Promise.all([ledger.close(), database.close(), administrator.close()])
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})
const transfer = (reference: string) => ({ reference, kind: 'test', subject: '', operations: [{ op: 'transfer' as const, from: 'a', to: 'b', amount: 1n }] })
const post = (reference: string) => db.transaction().execute((tx) => ledger.postInTransaction(tx, [transfer(reference)]))

/** As an administrator does with a commit that hangs. Returns how many waits were cancelled. */
const cancelWaits = async () =>
  (await sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`.execute(administrator.db)).rows.length

test('a commit of the pool that the standby has not confirmed is no success; sent again when it confirms, it moves nothing more [MON-10]', async () => {
  await waitFor('nowhere')
  const posted = post('pool').catch((reason: unknown) => reason)
  await expect.poll(cancelWaits).toBe(1)
  await expect.poll(cancelWaits).toBe(1) // the server was asked again, and still does not know
  const error = await posted
  expect(error).toBeInstanceOf(CommitInDoubt)
  expect(isRetryable(error)).toBe(true)
  await waitFor('')
  expect(await post('pool')).toMatchObject([{ outcome: 'replay' }])
  expect((await balance(db, 'b'))!.posted).toBe(1n)
})

test('a commit that the standby confirms a moment later is a success [MON-10]', async () => {
  await waitFor('nowhere')
  const posted = post('late')
  await expect.poll(cancelWaits).toBe(1)
  await waitFor('')
  expect(await posted).toMatchObject([{ outcome: 'accepted' }])
})

test('a batch that the standby has not confirmed has an unknown outcome [MON-10]', async () => {
  await waitFor('nowhere')
  const posted = ledger.postBatched(transfer('lane')).catch((reason: unknown) => reason)
  const cancelling = setInterval(() => void cancelWaits(), 50)
  expect(await posted).toBeInstanceOf(OutcomeUnknown)
  clearInterval(cancelling)
  await waitFor('')
  expect(await ledger.postBatched(transfer('lane'))).toMatchObject({ outcome: 'replay' })
})
