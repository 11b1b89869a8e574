import pg from 'pg'

/**
 * Books with this many entries of live money, two for each posting, over one account for fifty entries; a tenth as many orders that our bank
 * has settled and shown; and open exceptions. Inserted in bulk, past the routine that posts: hashes are left out, so the chain does not hold.
 */
export async function fillBooks(url: string, { entries, exceptions }: { entries: number; exceptions: number }): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  const accounts = Math.round(entries / 50)
  await run("set session_replication_role = 'replica'")
  await run('set statement_timeout = 0')
  await run("set maintenance_work_mem = '512MB'")
  const tables = ['account', 'posting', 'entry']
  for (const table of tables) await run(`alter table ledger.${table} disable trigger user`)
  await run(
    `insert into ledger.account (id, unit, kind, counter, owner, opened_at, changed_at)
     select 'bench:' || n, 'nzd.main', 'wallet', false, 'bench', now() - interval '1 year', now() from generate_series(1, $1::int) n`,
    [accounts],
  )
  const { rows } = await run(`select min(no) as first from ledger.account where id like 'bench:%'`)
  // Postings are numbered far beyond those that payments make meanwhile.
  const [first, posting] = [String(rows[0].first), '1000000000000000']
  // Built at once afterwards.
  const keys = { entry_pkey: 'entry', posting_pkey: 'posting', posting_reference_key: 'posting' }
  const definitions: string[] = []
  for (const [key, table] of Object.entries(keys)) {
    const found = await run(`select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1 and conrelid = ('ledger.' || $2)::regclass`, [
      key,
      table,
    ])
    definitions.push(`alter table ledger.${table} add constraint ${key} ${found.rows[0].definition as string}`)
    await run(`alter table ledger.${table} drop constraint ${key}`)
  }
  const step = 500_000
  for (let from = 0; from < entries / 2; from += step) {
    const to = Math.min(from + step, entries / 2)
    // Each posting moves a dollar from one account to the next: every account gives and gets the same.
    await run(
      `insert into ledger.posting (id, reference, kind, subject, at, op, debit, credit, amount)
       select $1::bigint + n + 1, 'bench:' || n, 'bench', 'bench', now() - interval '1 day', '{transfer}', array[$2::bigint + n % $3], array[$2::bigint + (n + 1) % $3], '{100}'
         from generate_series($4::bigint, $5::bigint - 1) n`,
      [posting, first, accounts, from, to],
    )
    await run(
      `insert into ledger.entry (account, version, posting, op, amount, balance, at, hash)
       select $2::bigint + (n + side) % $3, 2 * (n / $3) + 2 - side, $1::bigint + n + 1, 1, case side when 0 then -100 else 100 end, 0, now() - interval '1 day', ''
         from generate_series($4::bigint, $5::bigint - 1) n, generate_series(0, 1) side`,
      [posting, first, accounts, from, to],
    )
  }
  for (const definition of definitions) await run(definition)
  for (const table of tables) await run(`alter table ledger.${table} enable trigger user`)
  const orders = Math.round(entries / 10)
  await run(`insert into bank_connection (account) values ('020192021400200000')`)
  await run(
    `insert into bank_file (id, kind, window_day, account, reference, due_day, count, total, sealed_bytes, key_id, state, bank_file_id, processing_day, final_day, created_at, accepted_at, cleared_at)
     values ('bench', 'debit', '2026-01-05', '020192021400200000', 'BENCH', '2026-01-05', $1, 100, '\\x00', 'k', 'accepted', 'b', '2026-01-05', '2026-01-08', now(), now(), now())`,
    [orders],
  )
  await run(
    `insert into bank_file_detail (file_id, line, transfer_id, reference, amount, state, changed_at)
     select 'bench', n + 2, 'bench-' || n, 'B' || n, 100, 'done', now() from generate_series(1, $1::int) n`,
    [orders],
  )
  await run(
    `insert into bank_expected_line (source, source_id, account, day, type, reference, amount, reconciled_on)
     select 'file', 'bench:' || n, '020192021400200000', '2026-01-06', 'DD', 'B' || n, 100, '2026-01-06' from generate_series(1, $1::int) n`,
    [orders],
  )
  await run(
    `insert into operator_exception (kind, ref, unit, amount, opened_at)
     select (array['statement-unknown', 'bank-order-invalid', 'asset-transfer-reported', 'card-receipt-amount'])[1 + n % 4], 'bench:' || n, 'nzd.main', n,
            now() - n * interval '1 minute' from generate_series(1, $1::int) n`,
    [exceptions],
  )
  await run('vacuum analyze')
  await client.end()
}
