import pg from 'pg'

// `DATABASE_URL=… pnpm audit:books`: reads all of the books and says what was checked: every invariant of the database (sums,
// orphans, limits, holds, counters, the chain of hashes), one line each, and what the books hold. Ends with 1 if anything is broken.
// It only reads, in one snapshot, so it can run beside the live system, best on a replica.

interface Check {
  name: string
  about: string | null
}

const url = process.env.DATABASE_URL
if (!url) {
  console.error('usage: DATABASE_URL=postgres://… pnpm audit:books')
  process.exit(2)
}
const client = new pg.Client({ connectionString: url, application_name: 'audit-books' })
await client.connect()
await client.query('begin isolation level repeatable read read only')
await client.query('set local jit = off')
const began = performance.now()

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
  console.log(`${total === 0 ? 'ok    ' : 'BROKEN'} ${check.name} (${Math.round(performance.now() - start)} ms)${check.about ? `: ${check.about}` : ''}`)
  for (const { row } of rows) console.log(`         ${JSON.stringify(row)}`)
  if (total > rows.length) console.log(`         … and ${total - rows.length} more`)
}

// What lies at our banks, from their balances to our books, term by term.
const { rows: positions } = await client.query<Record<string, string | null>>(
  `select statement_day::text, statement_balance, books_balance, files_in_flight, one_offs_in_flight, settled_without_file, differences, statement_sums,
          statement_breaks, unexplained, (select count(*) from operator_exception where closed_at is null) as open_exceptions from bank_position`,
)
const position = positions[0]!
const dollars = (name: string) => (Number(position[name]) / 100).toFixed(2).padStart(16)
console.log(`our banks, by their statements up to ${position.statement_day ?? '(none yet)'}:`)
console.log(`${dollars('statement_balance')}  on the statements`)
console.log(`${dollars('books_balance')}  in our books`)
console.log(`${dollars('files_in_flight')}  in files: the bank has moved it and our books have not, or the other way round`)
console.log(`${dollars('one_offs_in_flight')}  paid from customers' banks, on one side only so far`)
console.log(`${dollars('settled_without_file')}  settled in our books without a file (the demo world's past)`)
console.log(`${dollars('differences')}  lines that differ from what was expected, each listed`)
console.log(`${dollars('statement_sums')}  by which statements' lines miss their own balances, each listed`)
console.log(`${dollars('statement_breaks')}  between the end of a statement and the start of the next, each listed`)
console.log(`${dollars('unexplained')}  unexplained; ${position.open_exceptions} exceptions wait for an operator (node tools/exceptions.ts list)`)

const { rows: astray } = await client.query<{ count: string }>('select count(*) from transfer_not_in_one_file')
if (astray[0]!.count !== '0')
  console.log(`${astray[0]!.count.padStart(16)}  transfers that were taken for the bank are not in one file (transfer_not_in_one_file)`)

// One hash over the heads of all chains. Kept outside (printed, mailed, notarised) it shows later that nothing before it was rewritten.
const { rows: heads } = await client.query<{ digest: string }>(
  `select encode(sha256(coalesce(string_agg(int8send(no) || int8send(version) || hash, ''::bytea order by no), '')), 'hex') as digest from ledger.account where not counter`,
)
console.log(`head of the books ${heads[0]!.digest}`)
await client.query('commit')
await client.end()
console.log(
  `audit:books: ${checks.length} invariants, ${broken === 0 ? 'all hold' : `${broken} rows break them`}, ${((performance.now() - began) / 1000).toFixed(1)} s`,
)
process.exitCode = broken === 0 && checks.length > 0 ? 0 : 1
