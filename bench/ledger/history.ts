import pg from 'pg'

/**
 * Years of history, inserted in bulk: entries spread evenly over the accounts, each with its posting, so that tables and indexes
 * have a realistic size and shape. The hashes are filler: this database is measured, never audited. Keys are dropped and added
 * again, because building an index at once takes a tenth of the time.
 */
export async function addHistory(url: string, accounts: number, entries: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const perAccount = Math.round(entries / accounts)
  const triggers = (change: 'enable' | 'disable') => ['account', 'posting', 'entry'].map((table) => `alter table ledger.${table} ${change} trigger user`)
  const statements = [
    ...triggers('disable'),
    'alter table ledger.entry drop constraint entry_pkey',
    'alter table ledger.posting drop constraint posting_pkey, drop constraint posting_reference_key',
    `insert into ledger.entry (account, version, posting, op, amount, balance, at, hash)
     select a.no, a.version + v, -((v - 1) / 2 * ${accounts} + a.no), 1, case when v % 2 = 0 then 1 else -1 end, a.balance, now(), a.hash
       from generate_series(1, ${perAccount}) v cross join ledger.account a where a.id like 'wallet:%'`,
    `insert into ledger.posting (id, reference, kind, subject, at, op, debit, credit, amount)
     select -n, 'old-' || lpad(n::text, 12, '0'), 'bench', 'bench:1', now(), '{transfer}', array[1 + n % ${accounts}], array[2 + n % ${accounts}], '{1}'
       from generate_series(1::bigint, ${entries / 2}) n`,
    `update ledger.account set version = version + ${perAccount} where id like 'wallet:%'`,
    `set maintenance_work_mem = '512MB'`,
    'alter table ledger.entry add primary key (account, version)',
    'alter table ledger.posting add primary key (id), add unique (reference)',
    ...triggers('enable'),
    'vacuum analyze',
    'checkpoint',
  ]
  for (const statement of statements) await client.query(statement)
  await client.end()
}
