import pg from 'pg'

/**
 * Years of history, made in bulk: entries spread evenly over the accounts, each with its posting, so that the tables and their
 * indexes have the size and the shape they would have. The hashes are filler: this database is measured, never audited.
 */
export async function addHistory(url: string, accounts: number, entries: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const perAccount = Math.round(entries / accounts)
  await client.query(
    `alter table ledger.posting disable trigger user; alter table ledger.entry disable trigger user; alter table ledger.account disable trigger user`,
  )
  await client.query(
    `insert into ledger.entry (account, version, posting, op, amount, balance, at, hash)
     select a.no, a.version + v, -((v - 1) / 2 * ${accounts} + a.no), 1, case when v % 2 = 0 then 1 else -1 end, a.balance, now(), sha256(int8send(v))
       from generate_series(1, $1::bigint) v cross join ledger.account a where a.id like 'wallet:%'`,
    [perAccount],
  )
  await client.query(
    `insert into ledger.posting (id, reference, kind, subject, at, op, debit, credit, amount)
     select -n, 'old-' || lpad(n::text, 12, '0'), 'bench', 'bench:1', now(), '{transfer}', array[1 + n % ${accounts}], array[2 + n % ${accounts}], '{1}'
       from generate_series(1, $1::bigint) n`,
    [entries / 2],
  )
  await client.query(`update ledger.account set version = version + $1 where id like 'wallet:%'`, [perAccount])
  await client.query(
    `alter table ledger.posting enable trigger user; alter table ledger.entry enable trigger user; alter table ledger.account enable trigger user`,
  )
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}
