import type { ShopAddress } from '@nikau/contract/businesses'
import type { PayeeCheck } from '@nikau/contract/bank-accounts'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import { payeeWaits } from '../bank-accounts/index.ts'

export interface BusinessDetail {
  nzbn: string
  legalName: string
  tradingName: string
  categoryCode: string | null
  gstRegistered: boolean | null
  gstNumber: string | null
  place: 'online' | ShopAddress | null
}

export interface BusinessDetailRow extends BusinessDetail {
  shopId: string
  liveShopId: string | null
}

const columns = sql`nzbn, legal_name as "legalName", trading_name as "tradingName", category_code as "categoryCode", gst_registered as "gstRegistered",
  gst_number as "gstNumber", place, shop_id as "shopId", live_shop_id as "liveShopId"`

export async function selectDetail(db: Db, accountId: string): Promise<BusinessDetailRow | undefined> {
  return (await sql<BusinessDetailRow>`select ${columns} from business_detail where account_id = ${accountId}`.execute(db)).rows[0]
}

/** Serialises changes of the business: two calls to go live open one shop. */
export async function lockOrg(tx: Tx, accountId: string): Promise<{ name: string } | undefined> {
  return (await sql<{ name: string }>`select name from account where id = ${accountId} and type = 'org' for no key update`.execute(tx)).rows[0]
}

/** Serialises openings of the same business. */
export async function isNzbnTaken(tx: Tx, nzbn: string, byOtherThan: string | undefined): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`nzbn ${nzbn}`}, 0))`.execute(tx)
  const result = await sql`select from business_detail where nzbn = ${nzbn} and account_id is distinct from ${byOtherThan ?? null}`.execute(tx)
  return result.rows.length > 0
}

export async function saveDetail(tx: Tx, detail: BusinessDetail & { accountId: string; shopId: string; at: Date }): Promise<void> {
  const place = detail.place === null ? null : JSON.stringify(detail.place)
  await sql`
    insert into business_detail (account_id, nzbn, legal_name, trading_name, category_code, gst_registered, gst_number, place, shop_id, created_at, updated_at)
    values (${detail.accountId}, ${detail.nzbn}, ${detail.legalName}, ${detail.tradingName}, ${detail.categoryCode}, ${detail.gstRegistered},
      ${detail.gstNumber}, ${place}::jsonb, ${detail.shopId}, ${detail.at}, ${detail.at})
    on conflict (account_id) do update set nzbn = excluded.nzbn, legal_name = excluded.legal_name, trading_name = excluded.trading_name,
      category_code = excluded.category_code, gst_registered = excluded.gst_registered, gst_number = excluded.gst_number, place = excluded.place,
      updated_at = excluded.updated_at`.execute(tx)
}

export async function saveLiveShop(tx: Tx, accountId: string, liveShopId: string, at: Date): Promise<void> {
  await sql`update business_detail set live_shop_id = ${liveShopId}, updated_at = ${at} where account_id = ${accountId}`.execute(tx)
}

export interface LinkedAccount {
  id: string
  number: string
  name: string
  verified: boolean
  payeeCheck: PayeeCheck | null
  /** Its bank has not been asked yet whether the name is right, or says that it is not, and no operator has accepted it. */
  payeeWaits: boolean
  failedAttempts: number
}

export interface OpeningFacts {
  /** Its live shops, and whether it has ever been paid at a test shop. */
  hasLiveShop: boolean
  hasTestPayment: boolean
  /** Of the test shop. */
  acceptsMethods: boolean
  /** Payouts go somewhere. */
  hasPayoutAccount: boolean
  /** The newest bank account that takes real money. */
  linked: LinkedAccount | null
}

export async function selectFacts(db: Db, accountId: string, at: Date): Promise<OpeningFacts> {
  const result = await sql<OpeningFacts>`
    select exists (select from merchant m where m.account_id = a.id and not m.test) as "hasLiveShop",
           exists (select from merchant m join payment p on p.merchant_id = m.id where m.account_id = a.id and m.test and p.method <> 'external') as "hasTestPayment",
           exists (select from business_detail d join merchant_config c on c.merchant_id = d.shop_id
                    where d.account_id = a.id and jsonb_array_length(c.payment_options) > 0) as "acceptsMethods",
           exists (select from payout_account p where p.account_id = a.id and p.cancelled_at is null and p.effective_at <= ${at}) as "hasPayoutAccount",
           (select jsonb_build_object('id', b.id, 'number', b.masked_number, 'name', b.name, 'verified', b.verified_at is not null, 'payeeCheck', b.payee_check,
               'payeeWaits', ${payeeWaits('b')}, 'failedAttempts', b.failed_attempts)
              from bank_account b where b.account_id = a.id and b.status <> 'archived' and b.liveness = 'main' order by b.created_at desc, b.id limit 1) as linked
      from account a where a.id = ${accountId}`.execute(db)
  return result.rows[0]!
}

/** The configuration that test payments are taken with. */
export async function selectTestConfig(db: Db, accountId: string): Promise<{ configId: string; accountName: string } | undefined> {
  const result = await sql<{ configId: string; accountName: string }>`
    select c.id as "configId", a.name as "accountName" from business_detail d join account a on a.id = d.account_id join merchant_config c on c.merchant_id = d.shop_id
     where d.account_id = ${accountId} order by c.created_at, c.id limit 1`.execute(db)
  return result.rows[0]
}
