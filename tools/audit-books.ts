import { parseArgs } from 'node:util'
import { createLog, openDatabase, Secret } from '@nikau/runtime'
import pg from 'pg'
import { auditAnchors } from '../apps/api/src/modules/book-anchors/audit.ts'
import { anchorPublicKeys, importPublicKeys } from '../apps/api/src/modules/book-anchors/keys.ts'

// `DATABASE_URL=… pnpm audit:books [--anchors <folder>] [--public-key <JWK set>]`: checks every invariant of the database (sums, orphans,
// limits, holds, counters, the hash chain), one line each, and reconciles the bank balances. It reads one snapshot, so it can run on
// the live system, preferably on a replica. With --anchors it also compares the books with every signed anchor in the folder, which an
// administrator of the database could not change (docs/operations/anchors.md). Exits with 1 if an invariant is violated or an anchor
// differs.

interface Check {
  name: string
  about: string | null
}

const usage = `usage: DATABASE_URL=postgres://… pnpm audit:books [--anchors <folder>] [--public-key '{"keys":[…]}', or ANCHOR_PUBLIC_KEYS]`
const { values } = parseArgs({ options: { anchors: { type: 'string' }, 'public-key': { type: 'string' } } })
const url = process.env.DATABASE_URL
const keySet = values['public-key'] || process.env.ANCHOR_PUBLIC_KEYS
// The keys never come from the folder or the database: whoever could replace an anchor there could replace them too.
if (!url || (values.anchors !== undefined && !keySet)) {
  console.error(usage)
  process.exit(2)
}
const publicKeys = keySet ? importPublicKeys(anchorPublicKeys.parse(JSON.parse(keySet))) : new Map()
const client = new pg.Client({ connectionString: url, application_name: 'audit-books' })
await client.connect()
await client.query('begin isolation level repeatable read read only')
await client.query('set local jit = off')
const startedAt = performance.now()

const { rows: sizes } = await client.query<{ accounts: string; counters: string; postings: string; entries: string; holds: string; pending: string }>(`
  select (select count(*) from ledger.account where not counter) as accounts, (select count(*) from ledger.account where counter) as counters,
         (select count(*) from ledger.posting) as postings, (select count(*) from ledger.entry) as entries,
         (select count(*) from ledger.hold) as holds, (select count(*) from ledger.hold where remaining > 0) as pending`)
const size = sizes[0]!
console.log(
  `${size.accounts} accounts, ${size.counters} counters, ${size.postings} postings, ${size.entries} entries, ${size.holds} holds (${size.pending} pending)`,
)

const { rows: checks } = await client.query<Check>(`
  select format('%I.%I', n.nspname, c.relname) as name, obj_description(c.oid) as about
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'v' and c.relname like 'invariant\\_%' order by 1`)
let broken = 0
for (const check of checks) {
  const start = performance.now()
  const { rows } = await client.query<{ row: unknown; total: string }>(`select to_jsonb(v) as row, count(*) over () as total from ${check.name} v limit 5`)
  const total = Number(rows[0]?.total ?? 0)
  broken += total
  console.log(`${total === 0 ? 'ok    ' : 'FAILED'} ${check.name} (${Math.round(performance.now() - start)} ms)${check.about ? `: ${check.about}` : ''}`)
  for (const { row } of rows) console.log(`         ${JSON.stringify(row)}`)
  if (total > rows.length) console.log(`         … and ${total - rows.length} more`)
}

// Reconciles the balances of our banks with the ledger, term by term.
const { rows: positions } = await client.query<Record<string, string | null>>(
  `select statement_day::text, statement_balance, ledger_balance, files_in_flight, pay_by_bank_in_flight, settled_without_file, differences, statement_sums,
          statement_breaks, receipts_unbooked, unexplained, (select count(*) from operator_exception where closed_at is null) as open_exceptions from bank_position`,
)
const position = positions[0]!
const dollars = (name: string) => (Number(position[name]) / 100).toFixed(2).padStart(16)
console.log(`our banks, by their statements up to ${position.statement_day ?? '(none yet)'}:`)
console.log(`${dollars('statement_balance')}  on the statements`)
console.log(`${dollars('ledger_balance')}  in the ledger`)
console.log(`${dollars('files_in_flight')}  in files, booked by only one of bank and ledger so far`)
console.log(`${dollars('pay_by_bank_in_flight')}  paid by bank, booked by only one of bank and ledger so far`)
console.log(`${dollars('receipts_unbooked')}  received from partners and not booked: since the last run, or with an exception`)
console.log(`${dollars('settled_without_file')}  settled in the ledger without a file (seeded history)`)
console.log(`${dollars('differences')}  lines that differ from the expected amount, each with an exception and not resolved`)
console.log(`${dollars('statement_sums')}  between statement lines and statement balances, each with an exception and not resolved`)
console.log(`${dollars('statement_breaks')}  between the end of a statement and the start of the next, each with an exception and not resolved`)
console.log(`${dollars('unexplained')}  unexplained; ${position.open_exceptions} exceptions open (node tools/exceptions.ts list)`)

// What explains each clearing account.
const { rows: clearing } = await client.query<{ account: string; balance: string; items: string; difference: string; days: string | null }>(
  `select account, balance, items, difference, extract(day from age)::text as days from clearing_position where balance <> 0 or items > 0 order by account`,
)
for (const { account, balance, items, difference, days } of clearing) {
  const rest = difference === '0' ? 'explained' : `${(Number(difference) / 100).toFixed(2)} of it not explained`
  console.log(`${(Number(balance) / 100).toFixed(2).padStart(16)}  on ${account}: ${items} items, ${days ?? 0} days old at most, ${rest}`)
}

const { rows: astray } = await client.query<{ count: string }>('select count(*) from transfer_not_in_one_file')
if (astray[0]!.count !== '0')
  console.log(`${astray[0]!.count.padStart(16)}  transfers claimed for the bank are not in exactly one file (transfer_not_in_one_file)`)

// One hash over the heads of all chains.
const { rows: heads } = await client.query<{ digest: string }>(
  `select encode(sha256(coalesce(string_agg(int8send(no) || int8send(version) || hash, ''::bytea order by no), '')), 'hex') as digest from ledger.account where not counter`,
)
console.log(`ledger digest ${heads[0]!.digest}`)
await client.query('commit')
await client.end()
console.log(
  `audit:books: ${checks.length} invariants, ${broken === 0 ? 'all hold' : `${broken} violations`}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
)
const findings = values.anchors === undefined ? 0 : await compareAnchors(values.anchors, url)
process.exitCode = broken === 0 && checks.length > 0 && findings === 0 ? 0 : 1

async function compareAnchors(folder: string, databaseUrl: string): Promise<number> {
  const start = performance.now()
  const log = createLog({ name: 'audit-books', level: 'warn' })
  const database = openDatabase({ url: new Secret(databaseUrl), name: 'audit-books', log, connections: 1 })
  let count = 0
  try {
    const anchors = await auditAnchors({ db: database.db, folder, publicKeys, now: new Date() }, (finding) => {
      count += 1
      console.log(`FAILED ${finding}`)
    })
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`audit:books: ${anchors} anchors, ${count === 0 ? 'the books agree with all of them' : `${count} findings`}, ${seconds} s`)
  } finally {
    await database.close()
  }
  return count
}
