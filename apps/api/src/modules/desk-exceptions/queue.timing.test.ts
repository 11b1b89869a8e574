import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runningDesk } from '../../http/desk/fixtures.ts'

const database = await testDatabase()
const desk = await runningDesk(database)
const mere = await desk.operator('mere', ['operations'])

test('the queue answers within 500 ms with 10,000 open exceptions among 200,000 closed [DESK-41]', async () => {
  const { db } = database.owner
  await sql`
    insert into operator_exception (kind, ref, unit, amount, refs, opened_at, closed_at)
    select (array['statement-unknown', 'bank-refund-due', 'card-refund-refused', 'bank-result-missing'])[n % 4 + 1], 'ref' || n, 'nzd.main', n % 9999, '{}',
           now() - make_interval(hours => n % 2000 + 2), case when n <= 200000 then now() - make_interval(hours => n % 2000) end
      from generate_series(1, 210000) n`.execute(db)
  await sql`
    insert into operator_exception_action (exception_id, action, operator, note)
    select x.id, kind, 'mere', 'Asked the bank' from operator_exception x cross join (values ('take'), ('note')) a (kind) where x.id % 2 = 0`.execute(db)
  await sql`vacuum analyze operator_exception, operator_exception_action`.execute(db)
  const times: Record<string, number> = {}
  for (const query of ['', '?owner=nobody', '?owner=me', '?age=overdue', '?group=card', '?state=waiting', '?state=closed', '?state=closed&owner=me']) {
    await mere.get(`/api/desk/exceptions${query}`)
    const started = performance.now()
    const { status, body } = await mere.get(`/api/desk/exceptions${query}`)
    times[query] = Math.round(performance.now() - started)
    expect([status, body.totals.open.count]).toEqual([200, 10_000])
  }
  console.info(times)
  for (const [query, ms] of Object.entries(times)) expect({ query, within: ms < (query.includes('closed&owner') ? 1000 : 500), ms }).toMatchObject({ within: true })
})
