import { parseArgs } from 'node:util'
import pg from 'pg'

// `DATABASE_URL=… node tools/exceptions.ts list [--all] [--kind k]`, `show <id>`, `note <id> --note "…"`, `close <id> --note "…" [--by name]`:
// what waits for a person, and what a person decided about it. Closing moves no money; see docs/operations/exceptions.md.

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

/** These stand for money that still lies with us: whoever sends it back closes them, in the same transaction. */
const closedByMoney = new Set(['bank-surplus', 'bank-refund'])

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, kind: { type: 'string' }, note: { type: 'string' }, by: { type: 'string' } },
})
const [command = 'list', id] = positionals
const usage =
  'usage: DATABASE_URL=postgres://… node tools/exceptions.ts list [--all] [--kind k] | show <id> | note <id> --note "…" | close <id> --note "…" [--by name]'
const url = process.env.DATABASE_URL
if (!url || !['list', 'show', 'note', 'close'].includes(command) || (command !== 'list' && !/^\d+$/.test(id ?? ''))) stop(usage, 2)

const client = new pg.Client({ connectionString: url, application_name: 'exceptions' })
await client.connect()
try {
  if (command === 'list') await list()
  else if (command === 'show') await show(id!)
  else await act(id!, command as 'note' | 'close')
} finally {
  await client.end()
}

async function list(): Promise<void> {
  const { rows } = await client.query<Row>(
    `select * from operator_exception where ($1 or closed_at is null) and ($2::text is null or kind = $2) order by opened_at, id`,
    [values.all, values.kind ?? null],
  )
  for (const row of rows) console.log(lineOf(row))
  const money = rows.reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n)
  console.log(`${rows.length} ${values.all ? 'in all' : 'open'}, ${(Number(money) / 100).toFixed(2)} together`)
}

async function show(exceptionId: string): Promise<void> {
  const { rows } = await client.query<Row>('select * from operator_exception where id = $1', [exceptionId])
  const [row] = rows
  if (!row) stop(`there is no exception ${exceptionId}`, 1)
  console.log(lineOf(row))
  for (const [name, value] of Object.entries(row.refs)) console.log(`  ${name}: ${value}`)
  const { rows: acts } = await client.query<{ act: string; by_whom: string; by_role: string; note: string; at: Date }>(
    'select act, by_whom, by_role, note, at from operator_exception_act where exception_id = $1 order by id',
    [exceptionId],
  )
  for (const one of acts) console.log(`  ${one.at.toISOString()} ${one.act} by ${one.by_whom} (${one.by_role}): ${one.note}`)
}

async function act(exceptionId: string, what: 'note' | 'close'): Promise<void> {
  const { note, by = process.env.USER } = values
  if (!note || note.trim().length < 3) stop('--note: say what was found and what was done', 2)
  if (!by) stop('--by: say who you are', 2)
  await client.query('begin')
  const { rows } = await client.query<Row>('select * from operator_exception where id = $1 for update', [exceptionId])
  const [row] = rows
  if (!row) stop(`there is no exception ${exceptionId}`, 1)
  if (what === 'close') {
    if (row.closed_at) stop(`${exceptionId} was closed at ${row.closed_at.toISOString()}`, 1)
    if (closedByMoney.has(row.kind)) stop(`${row.kind}: the money still lies with us; this is closed by sending it back, not by hand`, 1)
    await client.query('update operator_exception set closed_at = greatest(opened_at, now()) where id = $1', [exceptionId])
  }
  await client.query('insert into operator_exception_act (exception_id, act, by_whom, note) values ($1, $2, $3, $4)', [exceptionId, what, by, note.trim()])
  await client.query('commit')
  console.log(`${exceptionId} ${what === 'close' ? 'closed' : 'noted'}`)
}

function lineOf({ id: number, kind, ref, unit, amount, opened_at: opened, closed_at: closed }: Row): string {
  const money = amount === null ? '' : ` ${(Number(amount) / 100).toFixed(2)} ${unit}`
  return `${number.padStart(6)}  ${opened.toISOString().slice(0, 16)}  ${kind}${money}  ${ref}${closed ? `  closed ${closed.toISOString().slice(0, 16)}` : ''}`
}

function stop(text: string, code: number): never {
  console.error(text)
  process.exit(code)
}
