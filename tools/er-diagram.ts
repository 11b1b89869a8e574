import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { conclude } from './check-source.ts'
import { renderSchema, type Column, type ForeignKey } from './er-render.ts'
import { withMigratedDatabase } from './migrated-database.ts'
import { tableOwners } from './table-owners.ts'

// `pnpm er`: draws docs/architecture/schema.md from the catalogue of a migrated database. `--check` fails when the file is stale.

const file = 'docs/architecture/schema.md'
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })

const columnsSql = `
  select n.nspname || '.' || c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
         exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p' and a.attnum = any (k.conkey)) as "primary",
         exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'u' and k.conkey = array[a.attnum]) as "unique"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
   where c.relkind = 'r' and n.nspname in ('public', 'ledger', 'identity') and a.attnum > 0 and not a.attisdropped
   order by 1, a.attnum`
const foreignKeysSql = `
  select fn.nspname || '.' || f.relname as "from", tn.nspname || '.' || t.relname as "to",
         array(select a.attname::text from unnest(k.conkey) with ordinality as c (attnum, place)
                 join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.attnum order by c.place) as columns,
         exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey) and not a.attnotnull) as optional,
         exists (select from pg_index i where i.indrelid = k.conrelid and i.indisunique and i.indpred is null
                    and i.indkey::int2[]::int[] <@ k.conkey::int[]) as single
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_namespace fn on fn.oid = f.relnamespace
    join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
   where k.contype = 'f' and fn.nspname in ('public', 'ledger', 'identity')
   order by 1, 2, 3`

const { owners } = tableOwners((path) => readFileSync(path, 'utf8'))
const schema = await withMigratedDatabase(async ({ pool }) => ({
  columns: (await pool.query<Column>(columnsSql)).rows,
  foreignKeys: (await pool.query<ForeignKey>(foreignKeysSql)).rows,
}))
const text = renderSchema({ ...schema, owners })

if (values.check) {
  const current = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [before, after] = [current, text].map((document) => document.split('\n'))
  const line = after!.findIndex((value, index) => value !== before![index])
  conclude(
    current === text ? [] : [`${file} is stale: run \`pnpm er\`; line ${line + 1} is "${before![line] ?? ''}", the schema says "${after![line] ?? ''}"`],
    `${file} shows the schema`,
  )
} else {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  console.log(`wrote ${file}`)
}
