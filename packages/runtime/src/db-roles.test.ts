import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPerson, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addJob, type Db, schemaFolder } from './index.ts'

const database = await testDatabase()
const owner = database.owner.db
const roles = ['nikau_api', 'nikau_worker', 'nikau_identity', 'nikau_desk', 'nikau_read_only'] as const
const dbs = roles.map((role) => [role, database.openAs(role).db] as const)
const [api, worker, identity, desk, readOnly] = dbs.map(([, db]) => db) as [Db, Db, Db, Db, Db]

const denied = { code: '42501' }
const run = (db: Db, statement: string) => sql.raw(statement).execute(db)
const rowsOf = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(owner)).rows
const ours = sql`n.nspname in ('public', 'identity', 'ledger', 'graphile_worker')`

/** Every table of the application, schema first. */
const tables = (
  await rowsOf(sql<{ name: string }>`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'identity', 'ledger') order by 1`)
).map(({ name }) => name)
const inSchema = (schema: string) => tables.filter((name) => name.startsWith(`${schema}.`))

test('each process logs in as its own role, which has no powers over the server or other roles [MON-6]', async () => {
  for (const [role, db] of dbs) {
    const { rows } = await sql<{ login: string; powers: boolean; memberships: string[] }>`
      select session_user as login, rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication as powers,
        array(select rolname::text from pg_roles other where pg_has_role(session_user, other.oid, 'member') and rolname <> session_user order by 1) as memberships
      from pg_roles where rolname = session_user`.execute(db)
    const memberships = role === 'nikau_api' || role === 'nikau_worker' ? ['nikau_app'] : []
    expect(rows).toEqual([{ login: role, powers: false, memberships }])
  }
})

test('the API reads no table of identity and asks its functions instead [MON-6]', async () => {
  expect(inSchema('identity').length).toBeGreaterThan(6)
  for (const table of inSchema('identity')) for (const db of [api, worker]) await expect(run(db, `select from ${table} limit 1`)).rejects.toMatchObject(denied)
  const person = await createPerson(database, { givenName: 'Mia' })
  expect((await sql`select given_name from identity.contacts(array[${person.personId}]::uuid[])`.execute(api)).rows).toEqual([{ given_name: 'Mia' }])
  expect((await sql`select given_name from identity.profile_of(${person.personId})`.execute(api)).rows).toEqual([{ given_name: 'Mia' }])
  expect((await sql`select given_name from identity.update_profile(${person.personId}, 'Ana')`.execute(api)).rows).toEqual([{ given_name: 'Ana' }])
  await expect(run(api, 'select identity.delete_expired()')).rejects.toMatchObject(denied)
  await expect(run(api, `select identity.add_person(gen_random_uuid(), '+64211234567', 'A', 'B', null)`)).rejects.toMatchObject(denied)
})

test('functions of identity that others call run as their owner, with a fixed search path [MON-6]', async () => {
  const callable = await rowsOf(sql<{ name: string; safe: boolean }>`
    select p.oid::regprocedure::text as name, p.prosecdef and exists (select from unnest(p.proconfig) as c where c like 'search_path=%') as safe
      from pg_proc p where p.pronamespace = 'identity'::regnamespace
       and exists (select from unnest(${roles}::text[]) as role where role <> 'nikau_identity' and has_function_privilege(role, p.oid, 'execute'))`)
  expect(callable.length).toBeGreaterThan(5)
  expect(callable.filter(({ safe }) => !safe)).toEqual([])
})

test('nobody writes the ledger except through its routines [MON-6]', async () => {
  expect(inSchema('ledger')).toHaveLength(6)
  for (const [role, db] of dbs) {
    const statements = inSchema('ledger').flatMap((table) => [`insert into ${table} default values`, `delete from ${table}`])
    for (const change of ['account set balance = 100', 'entry set amount = 100', 'hold set remaining = 0', `posting set kind = 'x'`])
      statements.push(`update ledger.${change}`)
    for (const statement of statements) await expect(run(db, statement)).rejects.toMatchObject(denied)
    // The triggers reject such writes too, so the privileges are looked at as well.
    for (const table of inSchema('ledger'))
      expect(
        await rowsOf(
          sql`select ${role} as role, has_any_column_privilege(${role}, ${table}, 'insert, update') or has_table_privilege(${role}, ${table}, 'delete, truncate') as writes`,
        ),
      ).toEqual([{ role, writes: false }])
  }
  const open = (db: Db) =>
    run(
      db,
      `select ledger.open_accounts('{by-role}', '{nzd.test}', '{wallet}', '{false}', array[null::text], '{0}', array[null::bigint], array[null::timestamptz], null)`,
    )
  await open(api)
  await open(worker)
  for (const db of [identity, desk, readOnly]) await expect(open(db)).rejects.toMatchObject(denied)
})

test('identity reads no table but its own; of messages it only queues new ones [MON-6]', async () => {
  const readable = new Set(['public.message', 'public.security_event'])
  for (const table of [...inSchema('public'), ...inSchema('ledger')])
    if (!readable.has(table)) await expect(run(identity, `select from ${table} limit 1`)).rejects.toMatchObject(denied)
  for (const table of inSchema('identity')) await run(identity, `select from ${table} limit 1`)
  for (const db of [identity, api]) {
    await expect(run(db, 'select body from message')).rejects.toMatchObject(denied)
    await expect(run(db, 'select recipient from message')).rejects.toMatchObject(denied)
    await run(
      db,
      `insert into message (key, channel, recipient, purpose, body) values (gen_random_uuid()::text, 'sms', '+64211234567', 'sign-in-code', '123456') returning id`,
    )
  }
  await run(worker, 'select recipient, body from message')
})

test('read-only writes nothing, and reads every table but not its secrets [MON-6]', async () => {
  const withSecretsOnly = ['public.card_limit', 'public.migration_lock', 'public.rate_limit']
  for (const table of tables) {
    const { rows } = await sql<{ writes: boolean; reads: boolean }>`
      select has_any_column_privilege(current_user, ${table}, 'insert, update') or has_table_privilege(current_user, ${table}, 'delete, truncate, trigger') as writes,
        has_any_column_privilege(current_user, ${table}, 'select') as reads`.execute(readOnly)
    const hidden = withSecretsOnly.includes(table) || (table.startsWith('identity.') && table !== 'identity.person')
    expect({ table, ...rows[0] }).toEqual({ table, writes: false, reads: !hidden })
    await expect(run(readOnly, `delete from ${table}`)).rejects.toMatchObject(denied)
  }
  const readableSecrets = await rowsOf(sql<{ column: string }>`
    select n.nspname || '.' || c.relname || '.' || a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where ${ours} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attname ~ 'secret|sealed|hash|token|fingerprint|nonce|challenge|credential|body|session'
       and has_column_privilege('nikau_read_only', c.oid, a.attnum, 'select') order by 1`)
  // Key ids are names, the tokens of connections are gifts, and a session of the desk has an id beside its secret. Hashes of chains, of a request for its idempotency key and of
  // a file's content are no secrets.
  expect(readableSecrets.map(({ column }) => column).filter((column) => !/_(key_id|attempts|at)$/.test(column))).toEqual([
    'ledger.account.hash',
    'ledger.entry.hash',
    'public.book_anchor.hash',
    'public.card_payment.session_id',
    'public.connection.tokens_first',
    'public.desk_audit.hash',
    'public.desk_audit.session',
    'public.desk_audit_head.hash',
    'public.idempotency.request_hash',
    'public.operator_call.session',
    'public.payment_activity.request_hash',
    'public.payout.own_tokens',
    'public.payout.own_tokens_version',
    'public.permission_use.tokens',
    'public.routine.hash',
    'public.token_issue.request_hash',
  ])
})

test('only nikau_migrate owns and creates; the ledger belongs to a role without a login [MON-6]', async () => {
  const owners = await rowsOf(sql`
    select n.nspname as schema, pg_get_userbyid(c.relowner) as owner from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${ours} and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    union select n.nspname, pg_get_userbyid(p.proowner) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where ${ours} and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`)
  expect(owners).toEqual([
    { schema: 'graphile_worker', owner: 'nikau_migrate' },
    { schema: 'identity', owner: 'nikau_migrate' },
    { schema: 'ledger', owner: 'nikau_ledger' },
    { schema: 'public', owner: 'nikau_migrate' },
  ])
  expect(await rowsOf(sql`select from pg_roles where rolname in ('nikau_ledger', 'nikau_app') and rolcanlogin`)).toEqual([])
  for (const [, db] of dbs) {
    for (const schema of ['public', 'identity', 'ledger', 'graphile_worker'])
      await expect(run(db, `create table ${schema}.by_role (id int)`)).rejects.toMatchObject(denied)
    for (const statement of [
      'create schema by_role',
      'alter table account add column by_role int',
      'drop table account',
      'truncate rate_limit',
      'set role nikau_migrate',
    ])
      await expect(run(db, statement)).rejects.toMatchObject(denied)
  }
})

test('append-only tables can be read and extended, never changed [MON-6]', async () => {
  const guarded = await rowsOf(sql<{ name: string }>`
    select distinct t.tgrelid::regclass::text as name from pg_trigger t where t.tgname ~ 'append_only' and t.tgrelid::regclass::text !~ '^ledger' order by 1`)
  const more = ['account_freeze_event', 'bank_statement', 'bank_statement_line', 'movement', 'token_activity']
  expect(guarded.map(({ name }) => name)).toEqual(expect.arrayContaining(['operator_exception_action', 'payment_activity', 'security_event']))
  for (const table of [...guarded.map(({ name }) => name), ...more])
    for (const role of roles)
      expect(
        await rowsOf(sql`select has_any_column_privilege(${role}, ${table}, 'update') or has_table_privilege(${role}, ${table}, 'delete') as changes`),
      ).toEqual([{ changes: false }])
})

test('every table has a row in db/grants.sql, and every row names a table [MON-6]', () => {
  const text = readFileSync(join(schemaFolder, 'grants.sql'), 'utf8')
  const decided = [...text.matchAll(/^\s+\('([a-z_.]+)',\s+array\[/gm)].map((match) => (match[1]!.includes('.') ? match[1]! : `public.${match[1]!}`))
  expect(decided.toSorted()).toEqual(tables.filter((name) => !name.startsWith('ledger.')).toSorted())
})

test('processes add jobs, and only the worker sees the queue [MON-6]', async () => {
  for (const [role, db] of dbs.slice(0, -1)) await addJob(db, 'note', { role }, { key: role })
  await expect(addJob(readOnly, 'note', {})).rejects.toMatchObject(denied)
  const queue = 'select key from graphile_worker._private_jobs order by key'
  for (const db of [api, identity, desk, readOnly]) await expect(run(db, queue)).rejects.toMatchObject(denied)
  expect((await run(worker, queue)).rows).toEqual(['nikau_api', 'nikau_desk', 'nikau_identity', 'nikau_worker'].map((key) => ({ key })))
  expect((await run(readOnly, 'select key from graphile_worker.jobs')).rows).toHaveLength(4)
})
