import { parseArgs } from 'node:util'
import pg from 'pg'
import { closedByPayment, exceptionKinds } from '../apps/api/src/modules/exceptions/kinds.ts'

// `DATABASE_URL=… node tools/exceptions.ts list [--all] [--kind k]`, `show <id>`, `note <id> --note "…"`, `close <id> --note "…" [--by name]`:
// lists open exceptions and records what operators decide. Closing moves no money; see docs/operations/exceptions.md.

interface Row {
  id: string
  kind: string
  ref: string
  unit: string | null
  amount: string | null
  refs: Record<string, string>
  opened_at: Date
  closed_at: Date | null
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, kind: { type: 'string' }, note: { type: 'string' }, by: { type: 'string' } },
})
const [command = 'list', id] = positionals
const usage =
  'usage: DATABASE_URL=postgres://… node tools/exceptions.ts list [--all] [--kind k] | show <id> | note <id> --note "…" | close <id> --note "…" [--by name]'
const url = process.env.DATABASE_URL
if (!url || !['list', 'show', 'note', 'close'].includes(command) || (command !== 'list' && !/^\d+$/.test(id ?? ''))) fail(usage, 2)
if (values.kind !== undefined && !(exceptionKinds as readonly string[]).includes(values.kind)) fail(`--kind: one of ${exceptionKinds.join(', ')}`, 2)

const client = new pg.Client({ connectionString: url, application_name: 'exceptions' })
await client.connect()
try {
  if (command === 'list') await list()
  else if (command === 'show') await show(id!)
  else await recordAction(id!, command as 'note' | 'close')
} finally {
  await client.end()
}

async function list(): Promise<void> {
  const { rows } = await client.query<Row>(
    `select * from operator_exception where ($1 or closed_at is null) and ($2::text is null or kind = $2) order by opened_at, id`,
    [values.all, values.kind ?? null],
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

async function recordAction(exceptionId: string, action: 'note' | 'close'): Promise<void> {
  const { note, by = process.env.USER } = values
  if (!note || note.trim().length < 3) fail('--note: say what you found and what you did', 2)
  if (!by) fail('--by: say who you are', 2)
  await client.query('begin')
  const { rows } = await client.query<Row>('select * from operator_exception where id = $1 for update', [exceptionId])
  const [row] = rows
  if (!row) fail(`no exception ${exceptionId}`, 1)
  if (action === 'close') {
    if (row.closed_at) fail(`${exceptionId} was closed at ${row.closed_at.toISOString()}`, 1)
    if (closedByPayment.has(row.kind)) fail(`${row.kind}: we still hold the money; the payment that returns it closes the exception`, 1)
    await client.query('update operator_exception set closed_at = greatest(opened_at, now()) where id = $1', [exceptionId])
  }
  await client.query('insert into operator_exception_action (exception_id, action, operator, note) values ($1, $2, $3, $4)', [
    exceptionId,
    action,
    by,
    note.trim(),
  ])
  await client.query('commit')
  console.log(`${exceptionId} ${action === 'close' ? 'closed' : 'noted'}`)
}

function formatCents(amount: bigint): string {
  return (Number(amount) / 100).toFixed(2)
}

function formatRow({ id: number, kind, ref, unit, amount, opened_at: opened, closed_at: closed }: Row): string {
  const money = amount === null ? '' : ` ${formatCents(BigInt(amount))} ${unit}`
  return `${number.padStart(6)}  ${opened.toISOString().slice(0, 16)}  ${kind}${money}  ${ref}${closed ? `  closed ${closed.toISOString().slice(0, 16)}` : ''}`
}

function fail(message: string, code: number): never {
  console.error(message)
  process.exit(code)
}
