import { parseArgs } from 'node:util'
import { createLog, openDatabase, Secret, systemClock } from '@nikau/runtime'
import { freezeByOperator, unfreezeByOperator } from '../apps/api/src/modules/safety/freeze.ts'
import { accountExists } from '../apps/api/src/modules/safety/store.ts'

// `DATABASE_URL=… pnpm freeze <account> --reason "…" [--by name] [--lift]`: freezes an account, or lifts that freeze. The owners read
// the reason; see docs/operations/freezing-accounts.md.

const usage = 'usage: DATABASE_URL=postgres://… pnpm freeze <account> --reason "…" [--by name] [--lift]'
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { reason: { type: 'string', default: '' }, by: { type: 'string', default: process.env.USER ?? '' }, lift: { type: 'boolean', default: false } },
})
const [accountId = ''] = positionals
const url = process.env.DATABASE_URL
if (!url || positionals.length !== 1) fail(usage, 2)
if (values.reason.trim().length < 3) fail('--reason: say why, the owners read it', 2)
if (values.by === '') fail('--by: say who you are', 2)

const database = openDatabase({ url: new Secret(url), name: 'freeze', log: createLog({ name: 'freeze', level: 'warn' }), connections: 1 })
const deps = { db: database.db, clock: systemClock }
const act = { accountId, operator: values.by, reason: values.reason.trim() }
try {
  if (!(await accountExists(deps.db, accountId))) fail(`no account ${accountId}`, 1)
  const changed = values.lift ? await unfreezeByOperator(deps, act) : await freezeByOperator(deps, act)
  const state = values.lift ? 'not frozen by an operator' : 'frozen by an operator'
  console.log(`${accountId} ${changed ? 'is now' : 'was already'} ${state}`)
} finally {
  await database.close()
}

function fail(message: string, code: number): never {
  console.error(message)
  process.exit(code)
}
