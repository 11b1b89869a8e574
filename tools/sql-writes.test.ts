import { expect, test } from 'vitest'
import { createdTables, sqlFunctions, writesInSql, writesInTypeScript } from './sql-writes.ts'

const tablesIn = (text: string) => writesInSql(text).map((write) => write.table)

test.each([
  ['insert into merchant (id) values (1)', ['public.merchant']],
  ['insert into rate_limit as r (key) values (1) on conflict (key) do update set count = r.count + 1', ['public.rate_limit']],
  ['update ledger.account set balance = 0', ['ledger.account']],
  ['update asset a set status = 1', ['public.asset']],
  ['update only asset as a\n  set status = 1', ['public.asset']],
  ['delete from "token" where true', ['public.token']],
  ['merge into token t using given g on true', ['public.token']],
  ['truncate table token', ['public.token']],
  ['with done as (update a set x = 1 returning id), noted as (insert into b select id from done) select * from noted', ['public.a', 'public.b']],
  ['select id from asset for update skip locked', []],
  ['select id from asset for no key update', []],
  ["-- insert into comment\nselect 'delete from quoted' /* update hidden set x = 1 */", []],
  ['insert into ${} (id) values (1)', [undefined]],
])('%s', (text, tables) => expect(tablesIn(text)).toEqual(tables))

test('SQL is found in templates and strings, with its line', () => {
  const source = 'const a = sql`\n  update asset set status = ${to}\n  where id = ${id}`\nconst b = "delete from token"\n// insert into comment\n'
  expect(writesInTypeScript(source, 'a.ts').map(({ table, line }) => [table, line])).toEqual([
    ['public.asset', 2],
    ['public.token', 4],
  ])
})

test('a function looks up names in its search path', () => {
  const text = 'create or replace function ledger.open(p_id text) returns void language plpgsql set search_path = ledger, pg_temp\nas $$\nbegin\nend $$;'
  expect(sqlFunctions(text)).toEqual([{ schema: 'ledger', name: 'open', body: '\nbegin\nend ', searchPath: 'ledger', line: 2 }])
})

test('tables are those that are created, in whatever schema', () => {
  expect(createdTables('create table a (id int);\ncreate unlogged table s.b (id int);\n-- create table c ()')).toEqual(['public.a', 's.b'])
})
