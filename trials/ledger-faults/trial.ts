// `pnpm trial ledger-faults [--quick] [--only text]`: plants faults in the routine, one at a time, each in a database of its own, and
// demands that the checks catch every one. First the sound routine must pass the same checks, or catching would mean nothing.
import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase, type LocalPostgres, startPostgres } from '@nikau/local-postgres'
import { migrate, schemaFolder } from '@nikau/runtime'
import pg from 'pg'
import { patient, type Scratch } from '../ledger/scratch.ts'
import { sequentialHistories } from '../ledger/sequential.ts'
import { contention } from './contention.ts'
import { edges } from './edges.ts'
import { type Fault, faults } from './faults.ts'

const { values } = parseArgs({ args: process.argv.slice(3), options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } })
const histories = values.quick ? 60 : 300

const checks: [name: string, run: (scratch: Scratch) => Promise<unknown>][] = [
  ['histories against the model', (scratch) => sequentialHistories(scratch, { histories, seed: 1 })],
  ['edges', edges],
  ['contention', (scratch) => contention(scratch, { workers: 8, rounds: values.quick ? 15 : 60, seed: 1 })],
]

/** The name of the check that caught it, or nothing. */
async function caughtBy(scratch: Scratch): Promise<{ check: string; how: string } | undefined> {
  for (const [check, run] of checks) {
    try {
      await run(scratch)
    } catch (error) {
      return { check, how: (error as Error).message.split('\n')[0]!.slice(0, 110) }
    }
  }
  return undefined
}

async function inDatabaseOfItsOwn<T>(server: LocalPostgres, name: string, routine: string | undefined, run: (scratch: Scratch) => Promise<T>): Promise<T> {
  const url = await createDatabase(server, name, 'sound')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  if (routine) await client.query(`begin; ${routine}; commit`)
  await client.end()
  const database = patient(url)
  const notHere = () => Promise.reject(new Error('not in this trial'))
  try {
    return await run({ url, port: 0, database, crash: notHere, stop: notHere })
  } finally {
    await database.close()
  }
}

function plant(sound: string, fault: Fault): string {
  let text = sound
  for (const [find, put] of fault.edits) {
    if (text.split(find).length !== 2) throw new Error(`"${find}" must stand exactly once in the routine to plant: ${fault.name}`)
    text = text.replace(find, () => put)
  }
  return text
}

const folder = await mkdtemp(join(tmpdir(), 'nikau-faults-'))
await chmod(folder, 0o755)
const server = await startPostgres({ folder: join(folder, 'data'), port: randomInt(20_000, 30_000), durable: false, settings: ['deadlock_timeout=100ms'] })
let missed = 0
try {
  const template = patient(await createDatabase(server, 'sound'))
  await migrate(template)
  await template.close()
  const sound = await readFile(join(schemaFolder, 'routines', 'ledger.sql'), 'utf8')

  const control = await inDatabaseOfItsOwn(server, 'control', undefined, caughtBy)
  if (control) throw new Error(`the sound routine does not pass "${control.check}": ${control.how}`)
  console.log(`the sound routine passes every check (${histories} histories, edges, contention)`)

  const chosen = faults.filter((fault) => values.only === undefined || fault.name.includes(values.only))
  for (const [i, fault] of chosen.entries()) {
    const caught = await inDatabaseOfItsOwn(server, `fault_${i}`, plant(sound, fault), caughtBy)
    if (!caught) missed++
    console.log(`${caught ? 'caught' : 'MISSED'}  ${fault.name}${caught ? `  [${caught.check}: ${caught.how}]` : ''}`)
  }
  console.log(`trial ledger-faults: ${chosen.length - missed} of ${chosen.length} planted faults caught`)
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(missed === 0 ? 0 : 1)
