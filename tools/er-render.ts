export interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  primary: boolean
  unique: boolean
}

export interface ForeignKey {
  from: string
  to: string
  columns: string[]
  /** The reference may be null. */
  optional: boolean
  /** At most one row refers to the same target. */
  single: boolean
}

/** One Mermaid diagram per owning module: its tables with their columns, and the tables of others that they refer to by name alone. */
export function renderSchema(schema: { columns: Column[]; foreignKeys: ForeignKey[]; owners: Map<string, string> }): string {
  const tables = [...new Set(schema.columns.map((column) => column.table))].filter((table) => schema.owners.has(table))
  const modules = [...new Set(tables.map((table) => schema.owners.get(table)!))].sort()
  return `${[
    '# Database schema',
    'Generated from a migrated database by `pnpm er`; `pnpm check` fails when it is stale. Each table is written by the module it is listed under, which `tools/check-tables.ts` enforces; other modules may read it. A box without columns belongs to another module.',
    'The ledger refers to accounts by number and has no foreign keys: its routines are the only writers, and the audit finds an orphan. The job queue (schema `graphile_worker`) and the tables of the migration runner are not shown.',
    ...modules.flatMap((module) => [`## ${module}`, diagram(module)]),
  ].join('\n\n')}\n`

  function diagram(module: string): string {
    const own = tables.filter((table) => schema.owners.get(table) === module)
    const references = schema.foreignKeys.filter((key) => own.includes(key.from))
    const foreign = new Set(references.flatMap((key) => key.columns.map((column) => `${key.from}.${column}`)))
    return [
      '```mermaid',
      'erDiagram',
      ...own.flatMap((table) => [
        `  ${nameOf(table)} {`,
        ...schema.columns.filter((column) => column.table === table).map((column) => `    ${attribute(column, foreign.has(`${table}.${column.name}`))}`),
        '  }',
      ]),
      ...references.map(
        (key) => `  ${nameOf(key.to)} |${key.optional ? 'o' : '|'}--${key.single ? 'o|' : 'o{'} ${nameOf(key.from)} : "${key.columns.join(', ')}"`,
      ),
      '```',
    ].join('\n')
  }
}

const shortTypes: Record<string, string> = { 'timestamp with time zone': 'timestamptz', 'character varying': 'varchar', 'double precision': 'float8' }

function attribute(column: Column, foreign: boolean): string {
  const keys = [column.primary ? 'PK' : '', foreign ? 'FK' : '', column.unique ? 'UK' : ''].filter((key) => key !== '').join(', ')
  const type = column.type.replace(/^[a-z ]+(?=\[|$)/, (name) => shortTypes[name] ?? name).replaceAll(' ', '_')
  return [type, column.name, keys, column.nullable ? '"nullable"' : ''].filter((service) => service !== '').join(' ')
}

/** Mermaid takes a name with a dot only in quotes; tables in `public` go by their plain name. */
const nameOf = (table: string) => (table.startsWith('public.') ? table.slice('public.'.length) : `"${table}"`)
