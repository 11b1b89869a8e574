import { readFileSync } from 'node:fs'
import { testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { sealedColumns } from './key-rotation.ts'
import { retentionPeriods } from './modules/retention/index.ts'

// docs/privacy.md against the schema, the configuration and the rights of the roles.

const text = readFileSync(new URL('../../../docs/privacy.md', import.meta.url), 'utf8')
const section = (title: string) => text.split(/^## /m).find((part) => part.startsWith(title)) ?? ''

const { pool } = await testDatabase()
const { rows: columns } = await pool.query<{ name: string; table: string; type: string }>(`
  select c.oid::regclass || '.' || a.attname as name, c.oid::regclass::text as table, a.atttypid::regtype::text as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'identity'::regnamespace, 'ledger'::regnamespace)`)
const tables = new Set(columns.map(({ table }) => table))

const codeIn = (part: string) => [...part.matchAll(/`([^`\s]+)`/g)].map((match) => match[1]!)
/** Columns are written as `table.column` or `schema.table.column`. */
const columnsIn = (part: string) => codeIn(part).filter((name) => tables.has(name.replace(/\.\w+$/, '')) && !tables.has(name))

/** Rows with where the data is, in which form, and who reads it. */
const entries = text
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.length === 8 && cells[2]!.startsWith('`'))
  .map(([, , where = '', , , form = '', readBy = '']) => ({ columns: codeIn(where), form, readBy }))
const listed = new Set([...entries.flatMap((entry) => entry.columns), ...columnsIn(section('Not personal')), ...columnsIn(section('Rights of people'))])

test('every column on the page exists [SEC-11]', () => {
  const existing = new Set(columns.map(({ name }) => name))
  expect(entries.length).toBeGreaterThan(30)
  expect([...listed].filter((name) => !existing.has(name))).toEqual([])
})

test('every table is on the page, with its personal columns or among those without [SEC-11]', () => {
  const without = new Set(codeIn(section('Not personal').split('Tables without personal data:')[1] ?? ''))
  const withColumns = new Set(entries.flatMap((entry) => entry.columns).map((name) => name.replace(/\.\w+$/, '')))
  expect([...tables].filter((table) => !without.has(table) && !withColumns.has(table))).toEqual([])
  expect([...without].filter((table) => withColumns.has(table))).toEqual([])
  expect([...without].filter((table) => !tables.has(table) && table !== 'graphile_worker')).toEqual([])
})

test('every column that sounds personal or secret is on the page [SEC-11]', () => {
  const sounds =
    /phone|mobile|email|name|address|device|recipient|number|party|street|suburb|city|post_code|birth|^lat$|^lng$|operator|note$|subject|body|payload|token|credential|sealed|secret|detail|response|particulars|last_four|fingerprint|hash$/
  // Flags, times and counts say nothing by themselves; neither do key ids, request hashes and the ledger's chain.
  const found = columns.filter(
    ({ name, type }) =>
      ['text', 'jsonb', 'bytea', 'double precision'].includes(type) && sounds.test(name.split('.').at(-1)!) && !/request_hash|key_id$|^ledger\./.test(name),
  )
  expect(found.map(({ name }) => name).filter((name) => !listed.has(name))).toEqual([])
})

test('the periods on the page are the defaults, and every period is on it [SEC-11]', () => {
  const periods = retentionPeriods.parse(undefined)
  const shown = [...text.matchAll(/`(\w+(?:Days|Minutes))` \((\d+) (days|minutes)\)/g)].map(([, name = '', count = '', unit = '']) => {
    expect(name.toLowerCase().endsWith(unit)).toBe(true)
    return [name, Number(count)] as const
  })
  expect(Object.fromEntries(shown)).toEqual(periods)
})

test('what the page calls sealed is sealed, and rotated [SEC-11]', () => {
  const sealedOnPage = entries.filter(({ form }) => form.startsWith('Sealed')).flatMap((entry) => entry.columns.filter((name) => name.includes('.sealed_')))
  const inSchema = columns.map(({ name }) => name).filter((name) => name.split('.').at(-1)!.startsWith('sealed_'))
  expect(sealedOnPage.toSorted()).toEqual(inSchema.toSorted())
  expect(Object.values(sealedColumns).flat()).toHaveLength(inSchema.length)
})

test('the roles that can read each column are those on the page [SEC-11]', async () => {
  const roles = ['api', 'worker', 'identity', 'desk', 'read-only']
  const names = entries.flatMap((entry) => entry.columns)
  const { rows } = await pool.query<{ column: string; readers: string }>(
    `select t || '.' || c as column, coalesce(string_agg(role, ', ' order by place) filter (where has_column_privilege('nikau_' || replace(role, '-', '_'), t, c, 'select')), 'nobody') as readers
       from unnest($1::text[], $2::text[]) as names (t, c) cross join unnest($3::text[]) with ordinality as roles (role, place) group by t, c`,
    [names.map((name) => name.replace(/\.\w+$/, '')), names.map((name) => name.split('.').at(-1)), roles],
  )
  const actual = new Map(rows.map(({ column, readers }) => [column, readers]))
  const onPage = entries.flatMap((entry) => entry.columns.map((name) => `${name}: ${entry.readBy}`))
  expect(onPage).toEqual(names.map((name) => `${name}: ${actual.get(name)}`))
})

test('the process of the desk reads what read-only reads, but for the tables that the page names [SEC-11] [DESK-16]', async () => {
  const hidden = codeIn(text.split('The process of the [desk]')[1]!.split('these tables: ')[1]!.split('. ')[0]!)
  expect(hidden).toContain('identity.person')
  const { rows } = await pool.query<{ column: string; desk: boolean; reports: boolean }>(
    `select c as column, has_column_privilege('nikau_desk_api', t, a, 'select') as desk, has_column_privilege('nikau_read_only', t, a, 'select') as reports
       from unnest($1::text[], $2::text[], $3::text[]) as names (c, t, a)`,
    [columns.map(({ name }) => name), columns.map(({ table }) => table), columns.map(({ name }) => name.split('.').at(-1))],
  )
  const tableOf = (column: string) => column.replace(/\.\w+$/, '')
  // The counts of its own calls.
  const others = rows.filter(({ column }) => tableOf(column) !== 'rate_limit')
  expect(others.filter(({ column, desk, reports }) => desk !== (reports && !hidden.includes(tableOf(column)))).map(({ column }) => column)).toEqual([])
})
