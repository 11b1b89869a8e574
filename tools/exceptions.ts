import { parseArgs } from 'node:util'
import pg from 'pg'
import { type ExceptionKind, exceptionKinds } from '../apps/api/src/modules/exceptions/kinds.ts'
import { ageStateOf } from '../apps/api/src/modules/exceptions/rules.ts'

// `DATABASE_URL=… node tools/exceptions.ts list [--all] [--kind k] [--test]`, `show <id>`: exceptions and what operators did about them;
// those of test money are listed apart, as at the desk. Operators act by `pnpm operate`; see docs/operations/exceptions.md.

interface Row {
  id: string
  kind: ExceptionKind
  ref: string
  unit: string | null
  amount: string | null
  refs: Record<string, string>
  opened_at: Date
  closed_at: Date | null
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, kind: { type: 'string' }, test: { type: 'boolean', default: false } },
})
const [command = 'list', id] = positionals
const usage = 'usage: DATABASE_URL=postgres://… node tools/exceptions.ts list [--all] [--kind k] [--test] | show <id>'
const url = process.env.DATABASE_URL
if (!url || !['list', 'show'].includes(command) || (command !== 'list' && !/^\d+$/.test(id ?? ''))) fail(usage, 2)
if (values.kind !== undefined && !(exceptionKinds as readonly string[]).includes(values.kind)) fail(`--kind: one of ${exceptionKinds.join(', ')}`, 2)

const client = new pg.Client({ connectionString: url, application_name: 'exceptions' })
await client.connect()
try {
  if (command === 'list') await list()
  else await show(id!)
} finally {
  await client.end()
}

async function list(): Promise<void> {
  const { rows } = await client.query<Row>(
    `select * from operator_exception where ($1 or closed_at is null) and ($2::text is null or kind = $2) and coalesce(unit like '%.test', false) = $3 order by opened_at, id`,
    [values.all, values.kind ?? null, values.test],
  )
  for (const row of rows) console.log(formatRow(row))
  const total = rows.reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n)
  console.log(`${rows.length} ${values.all ? 'in total' : 'open'}, sum ${formatCents(total)}`)
}

async function show(exceptionId: string): Promise<void> {
  const { rows } = await client.query<Row>('select * from operator_exception where id = $1', [exceptionId])
  const [row] = rows
  if (!row) fail(`no exception ${exceptionId}`, 1)
  console.log(formatRow(row))
  for (const [name, value] of Object.entries(row.refs)) console.log(`  ${name}: ${value}`)
  const { rows: actions } = await client.query<{ action: string; operator: string; database_role: string; note: string; at: Date }>(
    'select action, operator, database_role, note, at from operator_exception_action where exception_id = $1 order by id',
    [exceptionId],
  )
  for (const { action, operator, database_role: role, note, at } of actions) console.log(`  ${at.toISOString()} ${action} by ${operator} (${role}): ${note}`)
}

function formatCents(amount: bigint): string {
  return (Number(amount) / 100).toFixed(2)
}

function formatRow({ id: number, kind, ref, unit, amount, opened_at: opened, closed_at: closed }: Row): string {
  const money = amount === null ? '' : ` ${formatCents(BigInt(amount))} ${unit}`
  const end = closed ? `closed ${closed.toISOString().slice(0, 16)}` : formatAge(kind, opened)
  return `${number.padStart(6)}  ${opened.toISOString().slice(0, 16)}  ${kind}${money}  ${ref}  ${end}`
}

/** `3h`, `2d 4h overdue`: by the clock of this machine. */
function formatAge(kind: ExceptionKind, opened: Date): string {
  const now = new Date()
  const hours = Math.max(0, Math.floor((now.getTime() - opened.getTime()) / 3_600_000))
  const age = hours < 24 ? `${hours}h` : `${Math.floor(hours / 24)}d ${hours % 24}h`
  return ageStateOf(kind, opened, now) === 'in-time' ? age : `${age} ${ageStateOf(kind, opened, now)}`
}

function fail(message: string, code: number): never {
  console.error(message)
  process.exit(code)
}
