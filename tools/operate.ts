import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createLog, openDatabase, Secret, systemClock } from '@nikau/runtime'
import pg from 'pg'
import { addFirstOperators, firstOperators } from '../apps/api/src/modules/operations/first-operators.ts'

// What operators do, each under a login of their own: they ask, and the worker decides and acts. See docs/operations/operating.md.

const usage = `usage: DATABASE_URL=postgres://… pnpm operate list
  | show <proposal> | approve <proposal> | decline <proposal> --note "…"
  | propose <act> '<content as JSON>' --note "…" [--evidence "…"]… [--exception <id>]
  | preview <act> '<content as JSON>' --note "…" [--evidence "…"]… [--exception <id>]
  | first <operators.json>`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { note: { type: 'string' }, evidence: { type: 'string', multiple: true, default: [] }, exception: { type: 'string' } },
})
const [command = '', subject = '', content = '{}'] = positionals
const url = process.env.DATABASE_URL
if (!url) fail(usage, 2)
/** For a link that an approved act makes: the worker gets its hash alone. */
const linkCode = randomBytes(32).toString('base64url')

if (command === 'first') await addFirst(url, subject)
else await ask(url, callOf())

function callOf(): object {
  const { note = '', evidence, exception } = values
  const isKnown = command === 'list' || subject !== ''
  if (!isKnown) fail(usage, 2)
  switch (command) {
    case 'list':
      return { call: command }
    case 'show':
      return { call: command, id: subject }
    case 'approve':
      return { call: command, id: subject, codeHash: createHash('sha256').update(linkCode).digest('hex') }
    case 'decline':
      return { call: command, id: subject, note }
    case 'propose':
    case 'preview':
      return { call: command, proposal: { kind: subject, content: parse(content), note, evidence, ...(exception !== undefined && { exceptionId: exception }) } }
    default:
      return fail(usage, 2)
  }
}

/** Prints the answer as JSON. Exit code 1 for a refusal, 3 when no worker answers. */
async function ask(connectionString: string, call: object): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'operate' })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>('select ask_operation($1) as id', [JSON.stringify(call)])
    for (let waited = 0; waited < 30_000; waited += 100) {
      await sleep(100)
      const answered = await client.query<{ answer: { ok: unknown } | { refused: string } | null }>('select operation_answer($1) as answer', [rows[0]!.id])
      const answer = answered.rows[0]?.answer
      if (!answer) continue
      console.log(JSON.stringify('ok' in answer ? answer.ok : answer, undefined, 2))
      if ('ok' in answer && typeof answer.ok === 'object' && answer.ok !== null && 'linkUntil' in answer.ok)
        console.error(`The link for the passkey, this once; hand it over in person: <sign-in address>/desk-passkey/${linkCode}`)
      process.exitCode = 'ok' in answer ? 0 : 1
      return
    }
    console.error('no answer within 30 seconds: is the worker running? The call waits for it; ask for `list` before you repeat it')
    process.exitCode = 3
  } finally {
    await client.end()
  }
}

async function addFirst(databaseUrl: string, file: string): Promise<void> {
  const database = openDatabase({ url: new Secret(databaseUrl), name: 'operate', log: createLog({ name: 'operate', level: 'warn' }), connections: 1 })
  try {
    const operators = firstOperators.parse(JSON.parse(readFileSync(file, 'utf8')))
    const codes = new Map(operators.map(({ operator }) => [operator, randomBytes(32).toString('base64url')]))
    const enrolment = { codeOf: (id: string) => codes.get(id)!, until: new Date(Date.now() + 7 * 86_400_000) }
    const done = await addFirstOperators({ db: database.db, clock: systemClock }, operators, enrolment)
    if (done === 'added') {
      console.log('operators added')
      const withAccount = operators.filter(({ personId }) => personId !== undefined)
      if (withAccount.length > 0) console.log('Each adds the passkey of their work device within seven days; hand the links over in person:')
      for (const { operator } of withAccount) console.log(`  ${operator}  <sign-in address>/desk-passkey/${codes.get(operator)}`)
    } else {
      console.error(done.code)
      process.exitCode = 1
    }
  } finally {
    await database.close()
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fail('content: not JSON', 2)
  }
}

function fail(message: string, code: number): never {
  console.error(message)
  process.exit(code)
}
