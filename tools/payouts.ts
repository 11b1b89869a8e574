import { parseArgs } from 'node:util'
import { createLog, openDatabase, Secret, systemClock } from '@nikau/runtime'
import { liftHold, placeHold, setReserve } from '../apps/api/src/modules/payouts/holds.ts'

// `DATABASE_URL=… pnpm payouts hold <account> --reason "…" [--by name]`, `release <account> --approved-by name [--by name]`,
// `reserve <account> --amount <cents> --reason "…" [--by name]`: stops the payouts of a merchant's account, lets them go on, or leaves an
// amount in its settlement wallet; see docs/operations/payouts.md.

const usage = `usage: DATABASE_URL=postgres://… pnpm payouts hold <account> --reason "…" [--by name]
  | release <account> --approved-by name [--by name]
  | reserve <account> --amount <cents> --reason "…" [--by name]`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    reason: { type: 'string', default: '' },
    amount: { type: 'string', default: '' },
    by: { type: 'string', default: process.env.USER ?? '' },
    'approved-by': { type: 'string', default: '' },
  },
})
const [command = '', accountId = ''] = positionals
const url = process.env.DATABASE_URL
if (!url || positionals.length !== 2 || !['hold', 'release', 'reserve'].includes(command)) fail(usage, 2)
if (values.by === '') fail('--by: say who you are', 2)
if (command === 'release' && values['approved-by'] === '') fail('--approved-by: say who agrees', 2)
if (command !== 'release' && values.reason.trim().length < 3) fail('--reason: say why', 2)
if (command === 'reserve' && !/^\d{1,12}$/.test(values.amount)) fail('--amount: whole cents', 2)

const texts = { placed: 'payouts are on hold', 'held-already': 'payouts were on hold already', released: 'payouts go on', set: 'reserve is set' } as const
const database = openDatabase({ url: new Secret(url), name: 'payouts', log: createLog({ name: 'payouts', level: 'warn' }), connections: 1 })
try {
  const deps = { db: database.db, clock: systemClock }
  const act = { accountId, operator: values.by }
  const reason = values.reason.trim()
  const done =
    command === 'hold'
      ? await placeHold(deps, { ...act, reason })
      : command === 'release'
        ? await liftHold(deps, { ...act, approvedBy: values['approved-by'] })
        : await setReserve(deps, { ...act, amount: BigInt(values.amount), reason })
  if (typeof done === 'string') console.log(`${accountId} ${texts[done]}`)
  else {
    console.error(done.code)
    process.exitCode = 1
  }
} finally {
  await database.close()
}

function fail(message: string, code: number): never {
  console.error(message)
  process.exit(code)
}
