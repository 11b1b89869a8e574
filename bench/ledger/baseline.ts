import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

/**
 * The baseline: the minimal double-entry transfer in plain PostgreSQL, one per transaction, driven by pgbench with prepared and
 * pipelined statements. No holds, ceilings, closing times, groups, replays, hash chain or effects.
 */
export async function createBaseline(url: string, accounts: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`
    create table account (id bigint primary key, balance bigint not null check (balance >= 0), version bigint not null) with (fillfactor = 60);
    create table transfer (id bigint primary key, reference uuid not null unique, debit bigint not null, credit bigint not null, amount bigint not null, at timestamptz not null);
    create table entry (account bigint not null, version bigint not null, transfer bigint not null, amount bigint not null, balance bigint not null, primary key (account, version));
    create sequence transfer_id cache 32;
    insert into account select n, 1000000000000, 0 from generate_series(1, ${accounts}) n;`)
  await client.query('vacuum analyze')
  await client.end()
}

const script = (accounts: number, hot: boolean) => `
\\set a random(2, ${accounts})
\\set b random(1, ${accounts})
${hot ? '\\set r random(1, 100)\n\\if :r <= 80\n\\set b 1\n\\endif' : ''}
\\if :a = :b
\\set b :a - 1
\\endif
\\set amount random(1, 100)
\\startpipeline
begin;
select id from account where id in (:a, :b) order by id for no key update;
insert into transfer values (nextval('transfer_id'), ${uuid}, :a, :b, :amount, now());
with u as (update account set balance = balance - (:amount)::bigint, version = version + 1 where id = :a and balance >= (:amount)::bigint returning id, version, balance) insert into entry select id, version, currval('transfer_id'), -(:amount)::bigint, balance from u;
with u as (update account set balance = balance + (:amount)::bigint, version = version + 1 where id = :b returning id, version, balance) insert into entry select id, version, currval('transfer_id'), (:amount)::bigint, balance from u;
commit;
\\endpipeline
`
/** Ordered by time, as our references are; needs PostgreSQL 18. */
const uuid = 'uuidv7()'

export async function runBaseline(url: string, options: { folder: string; accounts: number; hot: boolean; clients: number; seconds: number }): Promise<number> {
  const file = join(options.folder, `baseline-${options.hot ? 'hot' : 'even'}.sql`)
  await writeFile(file, script(options.accounts, options.hot))
  const args = ['-n', '-M', 'prepared', '-f', file, '-c', String(options.clients), '-j', '2', '-T', String(options.seconds), url]
  const { stdout } = await promisify(execFile)('pgbench', args)
  const tps = /tps = ([\d.]+)/.exec(stdout)
  if (!tps || !/number of failed transactions: 0 /.test(stdout)) throw new Error(`pgbench failed:\n${stdout}`)
  return Number(tps[1])
}

/** The client count with the highest pgbench throughput on this machine, so that the baseline is measured at its best. */
export async function bestClients(run: (clients: number) => Promise<number>): Promise<number> {
  let best = { clients: 0, tps: 0 }
  for (const clients of [4, 8, 16, 32]) {
    const tps = await run(clients)
    if (tps > best.tps) best = { clients, tps }
  }
  return best.clients
}
