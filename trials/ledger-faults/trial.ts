import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { allowSimulatedTime } from '@nikau/ledger'
import { migrate, schemaFolder } from '@nikau/runtime'
import pg from 'pg'
import { openPatientDatabase, type Scratch, type Server, startServer } from '../harness/postgres.ts'
import type { TrialContext } from '../harness/trial.ts'
import { sequentialHistories } from '../ledger/sequential.ts'
import { contention } from './contention.ts'
import { edges } from './edges.ts'
import { type Fault, faults } from './faults.ts'

// `pnpm trial ledger-faults [--quick] [--only text]`: plants faults in the ledger routine, one at a time, each in its own database, and
// the checks must catch every one. The correct routine must pass the same checks first, or catching would prove nothing.

type LedgerCheck = [name: string, run: (scratch: Scratch) => Promise<unknown>]

export async function run({ quick, args, check }: TrialContext): Promise<void> {
  const { values } = parseArgs({ args, options: { quick: { type: 'boolean' }, only: { type: 'string' } } })
  const histories = quick ? 60 : 300
  const checks: LedgerCheck[] = [
    ['histories against the model', (scratch) => sequentialHistories(scratch, { histories, seed: 1 })],
    ['edges', edges],
    ['contention', (scratch) => contention(scratch, { workers: 8, rounds: quick ? 15 : 60, seed: 1 })],
  ]
  const server = await startServer({ durable: false, settings: ['deadlock_timeout=100ms'] })
  try {
    const template = openPatientDatabase(await server.createDatabase('correct'))
    await migrate(template)
    await allowSimulatedTime(template.db)
    await template.close()
    const routine = await readFile(join(schemaFolder, 'routines', 'ledger.sql'), 'utf8')

    const control = await inOwnDatabase(server, 'control', undefined, (scratch) => caughtBy(checks, scratch))
    if (control) throw new Error(`the correct routine does not pass "${control.check}": ${control.reason}`)
    console.log(`the correct routine passes every check (${histories} histories, edges, contention)`)

    const chosen = faults.filter((fault) => values.only === undefined || fault.name.includes(values.only))
    let missed = 0
    for (const [place, fault] of chosen.entries()) {
      const caught = await inOwnDatabase(server, `fault_${place}`, plant(routine, fault), (scratch) => caughtBy(checks, scratch))
      if (!caught) missed++
      check(caught, `not caught: ${fault.name}`)
      console.log(`${caught ? 'caught' : 'MISSED'}  ${fault.name}${caught ? `  [${caught.check}: ${caught.reason}]` : ''}`)
    }
    console.log(`${chosen.length - missed} of ${chosen.length} planted faults caught`)
  } finally {
    await server.remove()
  }
}

/** The first check that fails, if any. */
async function caughtBy(checks: LedgerCheck[], scratch: Scratch): Promise<{ check: string; reason: string } | undefined> {
  for (const [check, runCheck] of checks) {
    try {
      await runCheck(scratch)
    } catch (error) {
      return { check, reason: (error as Error).message.split('\n')[0]!.slice(0, 110) }
    }
  }
  return undefined
}

async function inOwnDatabase<T>(server: Server, name: string, routine: string | undefined, use: (scratch: Scratch) => Promise<T>): Promise<T> {
  const url = await server.createDatabase(name, 'correct')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  if (routine) await client.query(`begin; ${routine}; commit`)
  await client.end()
  const database = openPatientDatabase(url)
  const unavailable = () => Promise.reject(new Error('not in this trial'))
  try {
    return await use({ url, port: server.port, database, crash: unavailable, stop: unavailable })
  } finally {
    await database.close()
  }
}

function plant(routine: string, fault: Fault): string {
  let text = routine
  for (const [find, replacement] of fault.edits) {
    if (text.split(find).length !== 2) throw new Error(`"${find}" must occur exactly once in the routine to plant: ${fault.name}`)
    text = text.replace(find, () => replacement)
  }
  return text
}
