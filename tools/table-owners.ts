import { isTest, sourceFiles } from './check-source.ts'
import { createdTables, sqlFunctions, writesInSql, writesInTypeScript } from './sql-writes.ts'

export interface TableWrite {
  table: string
  module: string
  file: string
  line: number
}

/** Schemas whose functions belong to one module, whatever file defines them. */
const schemaOwners: Record<string, string> = { ledger: 'ledger', identity: 'identity' }

/** Which module writes which table, from the SQL in the source. */
export function tableOwners(read: (file: string) => string): { tables: string[]; owners: Map<string, string>; writes: TableWrite[]; faults: string[] } {
  const sqlFiles = sourceFiles('db/**/*.sql')
  const sources = sourceFiles('apps/api/src/**/*.ts', 'apps/identity/src/**/*.ts', 'packages/*/src/**/*.ts').filter((file) => !isTest(file))
  const tables = [...new Set([...sqlFiles, ...sources].flatMap((file) => createdTables(read(file))))].sort()
  const known = new Set(tables)
  const writes: TableWrite[] = []
  const faults: string[] = []

  const add = (module: string, file: string, found: ReturnType<typeof writesInSql>) => {
    for (const { table, line } of found) {
      if (table === undefined) faults.push(`${file}:${line} writes a table whose name is computed: the owner cannot be checked`)
      else if (known.has(table)) writes.push({ table, module, file, line })
      else faults.push(`${file}:${line} writes ${table}, which no migration creates`)
    }
  }
  for (const file of sources) add(moduleOf(file), file, writesInTypeScript(read(file), file))
  for (const file of sqlFiles) {
    const text = read(file)
    const declared = /^-- owner: ([\w-]+)$/m.exec(text)?.[1]
    for (const { schema, name, body, searchPath, line } of sqlFunctions(text)) {
      const found = writesInSql(body, { schema: searchPath, line })
      const owner = schemaOwners[schema] ?? declared
      if (found.length > 0 && owner === undefined) faults.push(`${file}:${line} ${name} writes tables: add a line "-- owner: <module>" to the file`)
      else add(owner ?? '', file, found)
    }
  }
  if (tables.length === 0 || writes.length === 0) faults.push('no tables or no writes were found')
  return { tables, owners: new Map(writes.map(({ table, module }) => [table, module])), writes, faults }
}

/** `apps/api/src/modules/wallets/store.ts` -> `wallets`, `apps/api/src/http/…` -> `api/http`, `packages/ledger/…` -> `ledger`. */
function moduleOf(file: string): string {
  const [top, name = '', , folder = '', module = ''] = file.split('/')
  if (top === 'packages' || name !== 'api') return name
  if (folder === 'modules') return module
  return module === '' ? 'api' : `api/${folder}`
}
