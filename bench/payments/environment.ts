import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createLedger } from '@nikau/ledger'
import { allowLogins, urlAs } from '@nikau/local-postgres/logins'
import { createLog, type Database, migrate, openDatabase, randomIds, Secret } from '@nikau/runtime'
import { createPerson } from '@nikau/testing/fixtures'
import { freePort } from '@nikau/testing/free-port'

const root = join(import.meta.dirname, '../..')

export interface Payer {
  headers: { authorization: string }
  walletId: string
}

export interface Shop {
  accountId: string
  merchantId: string
  configId: string
  walletId: string
}

const column = <T, K extends keyof T>(list: readonly T[], name: K) => list.map((row) => row[name])

/** Payers with a balance and shops, inserted in bulk: their creation is not measured. */
export async function populate(url: string, people: number, shops: number): Promise<{ database: Database; payers: Payer[]; sellers: Shop[] }> {
  const log = createLog({ name: 'bench', level: 'silent' })
  const database = openDatabase({ url: new Secret(url), name: 'bench', log, connections: 8 })
  await migrate(database)
  await allowLogins(url)
  const ledger = createLedger({ url: new Secret(url), name: 'bench', log })
  const persons = []
  for (let done = 0; done < people; done += 50) persons.push(...(await Promise.all(Array.from({ length: 50 }, () => createPerson(database)))))
  const rows = persons.map((person) => ({ ...person, accountId: randomIds.public(), walletId: randomIds.public() }))
  const sellers: Shop[] = Array.from({ length: shops }, () => ({
    accountId: randomIds.public(),
    merchantId: randomIds.public(),
    configId: randomIds.public('mc_'),
    walletId: randomIds.public(),
  }))
  const { pool, db } = database
  await pool.query(
    `insert into account (id, type, name, individual_of, created_at, created_by) select a, 'individual', 'Payer', p, now(), 'bench' from unnest($1::text[], $2::uuid[]) as t (a, p)`,
    [column(rows, 'accountId'), column(rows, 'personId')],
  )
  await pool.query(`insert into account_member select a, p, 'account-owner', now() from unnest($1::text[], $2::uuid[]) as t (a, p)`, [
    column(rows, 'accountId'),
    column(rows, 'personId'),
  ])
  await pool.query(
    `insert into account (id, type, name, region, test, created_at, created_by) select a, 'org', 'Shop', 'NZ', true, now(), 'bench' from unnest($1::text[]) a`,
    [column(sellers, 'accountId')],
  )
  await pool.query(
    `insert into asset (id, account_id, category, type, settlement, created_at, created_by)
     select id, account, 'money', 'nikau.nzd.test', settlement, now(), 'bench' from unnest($1::text[], $2::text[], $3::boolean[]) as t (id, account, settlement)`,
    [
      [...column(rows, 'walletId'), ...column(sellers, 'walletId')],
      [...column(rows, 'accountId'), ...column(sellers, 'accountId')],
      [...rows.map(() => false), ...sellers.map(() => true)],
    ],
  )
  await pool.query(
    `insert into merchant (id, account_id, name, type, category_code, test) select m, a, 'Shop', 'e-commerce', '5814', true from unnest($1::text[], $2::text[]) as t (m, a)`,
    [column(sellers, 'merchantId'), column(sellers, 'accountId')],
  )
  await pool.query(
    `insert into merchant_config (id, merchant_id, payment_options, settlement_wallet_id, created_at, updated_at, created_by)
     select c, m, '[{"type":"nikau.nzd.test"}]', w, now(), now(), 'bench' from unnest($1::text[], $2::text[], $3::text[]) as t (c, m, w)`,
    [column(sellers, 'configId'), column(sellers, 'merchantId'), column(sellers, 'walletId')],
  )
  // Every shop has a webhook, so each payment writes a delivery and its job.
  await pool.query(
    `insert into webhook_endpoint (id, account_id, url, verified_at, created_at, created_by) select 'wh_' || a, a, 'https://shop.example/hook', now(), now(), 'bench' from unnest($1::text[]) a`,
    [column(sellers, 'accountId')],
  )
  await db.transaction().execute(async (tx) => {
    await ledger.openAccount(tx, { id: 'test-money', unit: 'nzd.test', kind: 'test money' })
    const account = (name: string, id: string, kind: string) => ({ id: `${name}:${id}`, unit: 'nzd.test', kind, floor: 0n })
    await ledger.openAccounts(tx, [
      ...rows.map(({ walletId }) => account('asset', walletId, 'wallet')),
      ...sellers.flatMap(({ walletId }) => [account('asset', walletId, 'settlement'), account('fees', walletId, 'fees'), account('gst', walletId, 'gst')]),
    ])
  })
  await Promise.all(
    rows.map(({ walletId }) =>
      ledger.postBatched({
        reference: `fund:${walletId}`,
        kind: 'fund',
        subject: '',
        operations: [{ op: 'transfer', from: 'test-money', to: `asset:${walletId}`, amount: 1_000_000_000n }],
      }),
    ),
  )
  await ledger.close()
  return { database, payers: rows, sellers }
}

/** Open payment requests with their counters and first activity; `hot`: four of five belong to the first shop. */
export async function createRequests(database: Database, sellers: readonly Shop[], count: number, hot: boolean): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomIds.public())
  const shops = ids.map(() => (hot && Math.random() < 0.8 ? sellers[0]! : sellers[randomInt(sellers.length)]!))
  const terms = JSON.stringify({ paymentOptions: [{ assetType: 'nikau.nzd.test', amount: '100' }], partialAllowed: false, expirySeconds: 86_000 })
  const chunk = 20_000
  for (let from = 0; from < count; from += chunk) {
    const some = ids.slice(from, from + chunk)
    const owners = shops.slice(from, from + chunk)
    const send = (text: string, values: unknown[]) => database.pool.query({ text, values, query_timeout: 120_000 } as { text: string; values: unknown[] })
    await send('set statement_timeout = 0', [])
    await send(
      `insert into payment_request (id, version, test, amount, remaining, created_at, expires_at, updated_at, short_code, config_id, merchant_id, merchant_account_id,
         merchant_name, settlement_wallet_id, created_by, created_by_account_id, created_by_account_name, terms)
       select id, 1, true, 100, 100, now(), now() + interval '23 hours', now(), id, config, merchant, account, 'Shop', wallet, 'bench', account, 'Shop', $6::jsonb
         from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as t (id, config, merchant, account, wallet)`,
      [some, column(owners, 'configId'), column(owners, 'merchantId'), column(owners, 'accountId'), column(owners, 'walletId'), terms],
    )
    await send(
      `insert into payment_activity select id, 1, id, 'request', 100, now(), 'bench', merchant, null, null, null, '{}' from unnest($1::text[], $2::text[]) as t (id, merchant)`,
      [some, column(owners, 'merchantId')],
    )
    await send(
      `select ledger.open_accounts(array(select 'due:' || id from unnest($1::text[]) id), array_fill('allowance'::text, n), array_fill('request'::text, n),
         array_fill(true, n), $1::text[], array_fill(0::bigint, n), array_fill(100::bigint, n), array_fill(now() + interval '23 hours', n), null::timestamptz)
         from (select array[cardinality($1::text[])] as n) size`,
      [some],
    )
  }
  return ids
}

export interface Api {
  port: number
  pid: number
  stop(): Promise<void>
}

export async function startApi(url: string): Promise<Api> {
  const port = await freePort()
  const limit = { monthly: 1e14, yearly: 1e14 }
  const child: ChildProcess = spawn(process.execPath, ['apps/api/src/serve.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: urlAs(url, 'nikau_api'),
      API_PORT: String(port),
      LOG_LEVEL: 'error',
      RATE_LIMIT_SCALE: '1000000',
      QUOTA_LIMITS: JSON.stringify({ spend: limit, topup: limit }),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const deadline = Date.now() + 60_000
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
    if (Date.now() > deadline) throw new Error('the API did not start')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    port,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Processor time of a process so far, in seconds. */
export function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

export interface Result {
  perSecond: number
  p50: number
  p99: number
  count: number
  statuses: Record<string, number>
}

export async function load(api: Api, folder: string, calls: object[], options: { connections: number; seconds: number; rate?: number }): Promise<Result> {
  const file = join(folder, 'calls.json')
  await writeFile(file, JSON.stringify(calls))
  const args = [join(import.meta.dirname, 'load.ts'), String(api.port), file, String(options.connections), String(options.seconds)]
  if (options.rate !== undefined) args.push(String(options.rate))
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 26 })
  return JSON.parse(stdout) as Result
}
