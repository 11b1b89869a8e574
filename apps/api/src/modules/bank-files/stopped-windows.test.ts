import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startByName, stopByName } from '../controls/index.ts'
import { buildFiles } from './build-files.ts'
import { startBankFiles } from './fixtures.ts'
import { sendFile } from './send.ts'

const database = await testDatabase()
const { at, banks, db, deps, newestFile, request, sendAll, stateOf } = await startBankFiles(database, '2026-12-01T10:00:00+13:00')

test('while windows are stopped no file is built or sent; what the bank may have is followed, and everything goes after the start [DESK-92]', async () => {
  const by = { name: 'windows', operator: null, proposalId: null, reason: 'Do not send', at: new Date() } as const
  await at('2026-12-01T15:56:00+13:00')
  const tried = request('topup', 1100)
  await buildFiles(deps, 'debit')
  const { id: triedId } = await newestFile()
  await banks.control('faults', { bank: 'bnz', at: 'files', kind: 'lose' })
  await expect(sendFile(deps, triedId)).rejects.toMatchObject({ retryable: true })
  await banks.control('clear', {})
  request('withdrawal', 1200)
  await buildFiles(deps, 'credit')
  const { id: untriedId } = (await sql<{ id: string }>`select id from bank_file where kind = 'credit'`.execute(db)).rows[0]!
  await db.transaction().execute((tx) => stopByName(tx, by))
  expect(await sendFile(deps, untriedId)).toBe('stopped')
  expect(await sendFile(deps, triedId)).toBe('accepted')
  expect(await stateOf(tried)).toBe('sent')
  await at('2026-12-02T15:56:00+13:00')
  const late = request('topup', 1300, undefined, new Date('2026-12-02T12:00:00+13:00'))
  expect([await buildFiles(deps, 'debit'), await stateOf(late)]).toEqual([0, undefined])
  await db.transaction().execute((tx) => startByName(tx, by))
  expect([await buildFiles(deps, 'debit'), await stateOf(late)]).toEqual([1, 'sent'])
  await sendAll()
})
