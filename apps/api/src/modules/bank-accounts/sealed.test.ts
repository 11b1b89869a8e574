import { openPayeeCheck } from '@nikau/rails/payee-check'
import { runJobs, systemClock } from '@nikau/runtime'
import { silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { assetDeps, createBankedPerson, runningApi, testVault } from '../../fixtures.ts'
import { openDetails } from './authority-details.ts'
import { bankAccountJobs } from './jobs.ts'

const database = await testDatabase()
const { db } = database
const api = await runningApi(database)

test('authorities that the release before wrote in plain text are sealed by the worker [SEC-11]', async () => {
  const mia = await createBankedPerson(api, database)
  const details = { fullName: 'Mia Henare', phone: mia.phone, email: mia.email }
  await sql`
    update direct_debit_authority set sealed_details = null, key_id = null, full_name = ${details.fullName}, phone = ${details.phone}, email = ${details.email}
     where bank_account_id = ${mia.bankAccountId}`.execute(db)
  const jobs = runJobs({
    database,
    tasks: {
      ...bankAccountJobs({ ...assetDeps(database, systemClock), vault: testVault(), payees: openPayeeCheck(undefined), heldTopUpDays: 30, log: silent }).tasks,
    },
    log: silent,
    concurrency: 1,
    pollMs: 50,
  })
  afterAll(() => jobs.stop())
  await sql`select graphile_worker.add_job('seal-direct-debit-authorities')`.execute(db)
  const select = sql<{ sealed: Buffer; keyId: string; plain: string; text: string }>`
    select sealed_details as sealed, key_id as "keyId", concat(full_name, phone, email) as plain, d::text as text from direct_debit_authority d`
  await vi.waitFor(async () => expect((await select.execute(db)).rows).toMatchObject([{ plain: '', keyId: 'dev' }]), 20_000)
  const [row] = (await select.execute(db)).rows
  expect(openDetails(testVault(), mia.bankAccountId, row!)).toEqual(details)
  for (const value of Object.values(details)) expect(row!.text).not.toContain(value)
})
