import { systemClock } from '@nikau/runtime'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { makeAnchors } from './anchor.ts'
import { auditAnchors } from './audit.ts'
import { anchorDeps, anchorFolder } from './fixtures.ts'

// The anchors hold the end of the operators' audit log, which an administrator could otherwise thin and chain anew.

const database = await testDatabase()
const deps = anchorDeps(database, await anchorFolder())
const owner = database.owner.db
const write = (operator: string, subject: string) =>
  sql`select desk_record_call(gen_random_uuid(), ${operator}, '{support}', null, 'looked', 'GET /api/desk/customers/:id', ${subject}, '{}', null)`.execute(
    owner,
  )

beforeAll(async () => {
  await makeAnchors(deps) // before the first entry
  for (const subject of ['customer:1', 'customer:2', 'customer:3']) await write('tama', subject)
  await makeAnchors(deps)
  for (const subject of ['customer:4', 'customer:5']) await write('tama', subject)
  await makeAnchors(deps)
})

/** What the chain and the anchors say about a log that an administrator has rewritten, with every hash computed again. Rolled back. */
async function rewritten(statement: string): Promise<{ chain: number; findings: string[] }> {
  const found = { chain: 0, findings: [] as string[] }
  const undo = new Error('undo')
  const attack = owner.transaction().execute(async (tx) => {
    await sql`alter table desk_audit disable trigger all`.execute(tx)
    await sql.raw(statement).execute(tx)
    await sql`
      do $$
      declare
        entry desk_audit;
        head bytea := '\\x0000000000000000000000000000000000000000000000000000000000000000';
        place bigint := 0;
      begin
        for entry in select * from desk_audit order by no loop
          place := place + 1;
          update desk_audit set no = place, previous = head where no = entry.no;
          update desk_audit a set hash = desk_audit_hash(a) where no = place returning hash into head;
        end loop;
        update desk_audit_head set no = place, hash = head;
      end $$`.execute(tx)
    found.chain = (await sql`select from invariant_desk_audit_chain_holds`.execute(tx)).rows.length
    await auditAnchors({ ...deps, db: tx, now: systemClock.now() }, (finding) => found.findings.push(finding))
    throw undo
  })
  await expect(attack).rejects.toBe(undo)
  return found
}

test('a log that nobody has touched agrees with its anchors, also while it grows [DESK-19]', async () => {
  const findings: string[] = []
  const audit = () => auditAnchors({ ...deps, db: database.openAs('nikau_read_only').db, now: systemClock.now() }, (finding) => findings.push(finding))
  expect(await audit()).toBe(3)
  await write('hana', 'customer:6')
  await audit()
  expect(findings).toEqual([])
})

test.each([
  ['an entry is taken out of the middle', `delete from desk_audit where subject = 'customer:2'`, [2, 3]],
  ['the end is cut off', `delete from desk_audit where no >= 4`, [3]],
  ['somebody else looked', `update desk_audit set operator = 'hana' where subject = 'customer:5'`, [3]],
  ['everything is deleted', `delete from desk_audit`, [2, 3]],
])('%s, and every hash is computed again: the chain holds, the anchors tell [DESK-17] [DESK-18] [DESK-19]', async (_what, statement, anchors) => {
  const { chain, findings } = await rewritten(statement)
  expect(chain).toBe(0)
  expect(findings).toEqual(
    anchors.map((number) => expect.stringMatching(new RegExp(`^anchor ${number} .*: the audit log of the desk lacks the entry that was its last one$`))),
  )
})
