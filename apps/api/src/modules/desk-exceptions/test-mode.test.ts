import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runningDesk } from '../../http/desk/fixtures.ts'
import { raiseException } from '../exceptions/index.ts'

const database = await testDatabase()
const clock = fakeClock('2026-11-17T01:41:00Z')
const desk = await runningDesk(database, { clock, wallClock: clock, env: { DESK_MODE: 'test' } })

test('a desk over test money sees exceptions of test money alone [DESK-97]', async () => {
  const hemi = await desk.operator('hemi', ['operations'])
  for (const unit of ['nzd.main', 'nzd.test'])
    await raiseException(database.db, { kind: 'bank-refund-due', ref: unit, money: { unit, amount: 100n }, at: clock.now() })
  await raiseException(database.db, { kind: 'books-broken', ref: 'invariants', at: clock.now() })
  const { rows } = await sql<{ id: string; ref: string }>`select id::text as id, ref from operator_exception`.execute(database.db)
  const idOf = (ref: string) => rows.find((row) => row.ref === ref)!.id
  const { items, totals } = (await hemi.get('/api/desk/exceptions')).body
  expect([items.map(({ id }: { id: string }) => id), totals.open]).toEqual([[idOf('nzd.test')], { count: 1, sum: '100' }])
  for (const [ref, status] of [
    ['nzd.test', 200],
    ['nzd.main', 404],
    ['invariants', 404],
  ] as const)
    // prettier-ignore
    expect((await hemi.get(`/api/desk/exceptions/${idOf(ref)}`)).status).toBe(status)
})
