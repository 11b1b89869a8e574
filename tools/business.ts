import { parseArgs } from 'node:util'
import { createLog, openDatabase, Secret, systemClock } from '@nikau/runtime'
import { changeBusinessStatus } from '../apps/api/src/modules/accounts/business.ts'
import { selectBusinesses, selectStatusChanges } from '../apps/api/src/modules/accounts/store-business.ts'
import { clearReview } from '../apps/api/src/modules/merchants/review.ts'
import { selectOpenReviews } from '../apps/api/src/modules/merchants/store-reviews.ts'
import { businessStatus, type BusinessStatus } from '@nikau/contract/accounts'

// `DATABASE_URL=… pnpm business list [--status s]`, `show <account>`, `submit|approve|refuse|suspend <account> --reason "…" [--by name]`,
// `reviews`, `clear <merchant> --reason "…" [--by name]`: verifies businesses and clears reviews; see docs/operations/businesses.md.

const usage = `usage: DATABASE_URL=postgres://… pnpm business list [--status ${businessStatus.options.join('|')}] | show <account>
  | submit|approve|refuse|suspend <account> --reason "…" [--by name] | reviews | clear <merchant> --reason "…" [--by name]`
const decisions: Readonly<Record<string, BusinessStatus>> = { submit: 'submitted', approve: 'verified', refuse: 'refused', suspend: 'suspended' }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { status: { type: 'string' }, reason: { type: 'string' }, by: { type: 'string' } },
})
const [command = 'list', id = ''] = positionals
const url = process.env.DATABASE_URL
if (!url || !['list', 'reviews', 'show', 'clear', ...Object.keys(decisions)].includes(command)) fail(usage, 2)
if (!['list', 'reviews'].includes(command) && id === '') fail(usage, 2)
const status = values.status === undefined ? undefined : businessStatus.safeParse(values.status).data
if (values.status !== undefined && status === undefined) fail(`--status: one of ${businessStatus.options.join(', ')}`, 2)

const database = openDatabase({ url: new Secret(url), name: 'business', log: createLog({ name: 'business', level: 'warn' }), connections: 1 })
const deps = { db: database.db, clock: systemClock }
try {
  process.exitCode = await run()
} finally {
  await database.close()
}

async function run(): Promise<number> {
  if (command === 'list') return await list()
  if (command === 'show') return await show()
  if (command === 'reviews') return await listReviews()
  const { reason, by = process.env.USER } = values
  if (!reason || reason.trim().length < 3) return problem('--reason: say what you checked', 2)
  if (!by) return problem('--by: say who you are', 2)
  if (command === 'clear') {
    const cleared = await clearReview(deps, id, { operator: by, note: reason.trim() })
    return cleared === 'cleared' ? done(`${id} cleared`) : problem(`${id} is not in review`, 1)
  }
  const changed = await changeBusinessStatus(deps, { accountId: id, status: decisions[command]!, operator: by, reason: reason.trim() })
  if (typeof changed === 'string') return done(`${id} ${changed}`)
  return problem(changed.code === 'BUSINESS_NOT_FOUND' ? `no organisation ${id}` : `${id} is ${String(changed.detail.from)}: ${command} is not possible`, 1)
}

async function list(): Promise<number> {
  const rows = await selectBusinesses(deps.db, status)
  for (const row of rows)
    console.log(`${row.createdAt.toISOString().slice(0, 16)}  ${row.status.padEnd(10)}  ${row.accountId}  ${row.name}${row.test ? '  (test)' : ''}`)
  return done(`${rows.length} ${status ?? 'in total'}`)
}

async function show(): Promise<number> {
  const row = (await selectBusinesses(deps.db, undefined)).find(({ accountId }) => accountId === id)
  if (!row) return problem(`no organisation ${id}`, 1)
  console.log(`${row.accountId}  ${row.name}  ${row.status}`)
  for (const { from, to, operator, databaseRole, reason, at } of await selectStatusChanges(deps.db, id))
    console.log(`  ${at.toISOString()} ${from} -> ${to} by ${operator} (${databaseRole}): ${reason}`)
  return 0
}

async function listReviews(): Promise<number> {
  const rows = await selectOpenReviews(deps.db)
  for (const { merchantId, name, accountId, gstNumber, reason, found, openedAt } of rows)
    console.log(`${openedAt.toISOString().slice(0, 16)}  ${merchantId}  ${name}  ${reason}: ${found}  account ${accountId}  GST ${gstNumber ?? 'none'}`)
  return done(`${rows.length} open`)
}

function done(message: string): number {
  console.log(message)
  return 0
}

function problem(message: string, code: number): number {
  console.error(message)
  return code
}

function fail(message: string, code: number): never {
  console.error(message)
  process.exit(code)
}
