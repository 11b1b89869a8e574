import type { Database } from '@nikau/runtime'
import pg from 'pg'
import { createHolder } from '../dashboard/wallets.ts'

/**
 * A signed-in owner of a shop with this many payments over a year up to now, inserted in bulk: their creation is not measured. Nine of ten
 * are paid, one of fifty of these is refunded in part. Every third has the frequent item, one of ten thousand the rare one.
 */
export async function populate(database: Database, url: string, payments: number): Promise<{ token: string; merchantId: string }> {
  const owner = await createHolder(database)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  // Without the checks between tables, and with the index of words built at once.
  await run("set session_replication_role = 'replica'")
  await run('set statement_timeout = 0')
  await run("set maintenance_work_mem = '512MB'")
  await run(`insert into account (id, type, name, region, test, created_at, created_by) values ('org', 'org', 'Shop', 'NZ', false, now(), 'bench')`)
  await run(`insert into account_member (account_id, person_id, role, added_at) values ('org', $1, 'account-owner', now())`, [owner.personId])
  await run(`insert into merchant (id, account_id, name, type, category_code, test) values ('shop', 'org', 'Shop', 'e-commerce', '5462', false)`)
  const { rows } = await run(`select pg_get_indexdef('payment_request_search'::regclass) as definition`)
  await run('drop index payment_request_search')
  await run(
    `insert into payment_request (id, version, status, test, amount, remaining, refunded, created_at, expires_at, updated_at, short_code, config_id, merchant_id,
       merchant_account_id, merchant_name, settlement_wallet_id, created_by, created_by_account_id, created_by_account_name, external_ref, terms)
     select left(md5(n::text), 22), case when n % 10 = 0 then 1 else 2 end, case when n % 10 = 0 then 'expired' else 'paid' end, false, 100 + n % 9973,
            case when n % 10 = 0 then 100 + n % 9973 else 0 end, case when n % 50 = 1 then 50 else 0 end, at, at + interval '2 minutes', at,
            'NK-' || substr(lpad(n::text, 8, '0'), 1, 4) || '-' || substr(lpad(n::text, 8, '0'), 5), 'config', 'shop', 'org', 'Shop', 'wallet', 'till', 'org',
            'Shop', 'Order ' || n,
            jsonb_build_object('paymentOptions', '[]'::jsonb, 'partialAllowed', false, 'expirySeconds', 120, 'gstNumber', '136410132', 'terminalId',
              'Till ' || n % 4, 'lineItems', jsonb_build_array(jsonb_build_object('name', case when n % 3 = 0 then 'Flat white' else 'Bread ' || md5((n % 500)::text) end,
                'qty', '1', 'price', '100'), jsonb_build_object('name', case when n % 10000 = 7 then 'Kūmara sourdough' else 'Pie ' || n % 40 end, 'qty', '1', 'price', '100')))
       from generate_series(1, $1::int) n, lateral (select now() - (($1::int - n) * interval '365 days' / $1::int) as at) t`,
    [payments],
  )
  await run(
    `insert into payment (payment_request_id, number, id, merchant_id, test, method, asset_type, description, amount, refunded, paid_at, posting, fee, fee_refundable, gst)
     select id, 2, 'p' || id, 'shop', false, 'wallet', 'nikau.nzd.main', 'NZD', amount, refunded, created_at, 1, 1, 1, 0 from payment_request where status = 'paid'`,
  )
  await run(
    `insert into payment_activity (payment_request_id, number, id, type, amount, created_at, created_by, merchant_id, posting, detail)
     select id, 2, 'p' || id, 'payment', amount, created_at, 'payer', 'shop', 1, '{}' from payment_request where status = 'paid'`,
  )
  await run(rows[0].definition as string)
  await run('vacuum analyze')
  await client.end()
  return { token: owner.token, merchantId: 'shop' }
}
