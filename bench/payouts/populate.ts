import pg from 'pg'

/**
 * Merchants with a verified payout account, and yesterday's payments to them, inserted in bulk: their creation is not measured. Each
 * payment is $10.00 with a fee of 8 cents and GST of 1 cent: three entries of the settlement account, one of fees and one of GST.
 */
export async function populate(url: string, { merchants, paymentsEach }: { merchants: number; paymentsEach: number }): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  await run('select ledger.allow_simulated_time()')
  // The books are written as the ledger would have written them, without its triggers and hashes, which the run does not read.
  await run("set session_replication_role = 'replica'")
  await run('set statement_timeout = 0')
  const merchant = `generate_series(0, ${merchants - 1}) n`
  const no = `lpad(n::text, 8, '0')`
  await run(
    `insert into account (id, type, name, region, test, created_at, created_by) select 'a' || ${no}, 'org', 'Shop', 'NZ', false, now(), 'bench' from ${merchant}`,
  )
  await run(
    `insert into asset (id, account_id, category, type, settlement, created_at, created_by)
     select 'w' || ${no}, 'a' || ${no}, 'money', 'nikau.nzd.main', true, now(), 'bench' from ${merchant}`,
  )
  await run(
    `insert into bank_account (id, account_id, name, sealed_number, key_id, fingerprint, masked_number, liveness, status, verified_at, created_at, created_by)
     select 'b' || ${no}, 'a' || ${no}, 'Shop', '\\x00', 'dev', decode(md5(n::text), 'hex'), '01-••••-••••389-00', 'main', 'active', now(), now(), gen_random_uuid()
       from ${merchant}`,
  )
  await run(
    `insert into payout_account (account_id, bank_account_id, chosen_at, chosen_by, effective_at)
     select 'a' || ${no}, 'b' || ${no}, '2026-01-01', gen_random_uuid(), '2026-01-01' from ${merchant}`,
  )
  const account = (prefix: string, kind: string, balance: number, version: number) =>
    run(
      `insert into ledger.account (id, unit, kind, counter, floor, balance, version, opened_at, changed_at)
       select $1 || ${no}, 'nzd.main', $2, false, 0, $3::bigint, $4::bigint, '2026-12-01', '2026-12-03' from ${merchant}`,
      [prefix, kind, balance, version],
    )
  await account('asset:w', 'settlement', 991 * paymentsEach, 3 * paymentsEach)
  await account('fees:w', 'fees', 8 * paymentsEach, paymentsEach)
  await account('gst:w', 'gst', paymentsEach, paymentsEach)
  await run(
    `insert into ledger.account (id, unit, kind, counter, floor, balance, opened_at, changed_at)
     select 'asset:payer' || n, 'nzd.main', 'wallet', false, 0, 1000000000000, '2026-12-01', '2026-12-01' from generate_series(0, 7) n`,
  )
  // Account by account, as their key is ordered.
  const entries = (prefix: string, lines: string) =>
    run(
      `insert into ledger.entry (account, version, posting, op, amount, balance, at, hash)
       select a.no, (p - 1) * l.lines + l.line, a.no * ${paymentsEach} + p, l.line - 1, l.amount, (p - 1) * l.total + l.balance, '2026-12-03 12:00+13', '\\x00'
         from ledger.account a, generate_series(1, ${paymentsEach}) p, (values ${lines}) as l (line, lines, amount, balance, total)
        where a.id like $1 order by a.no, 2`,
      [`${prefix}%`],
    )
  await entries('asset:w', '(1, 3, 1000, 1000, 991), (2, 3, -8, 992, 991), (3, 3, -1, 991, 991)')
  await entries('fees:w', '(1, 1, 8, 8, 8)')
  await entries('gst:w', '(1, 1, 1, 1, 1)')
  await run('analyze')
  await client.end()
}
