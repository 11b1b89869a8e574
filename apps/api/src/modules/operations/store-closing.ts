import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export interface ClosingAccount {
  type: 'individual' | 'org'
  name: string
  closed: boolean
}

/** Locked, so that no wallet is opened meanwhile. */
export async function lockClosingAccount(tx: Tx, accountId: string): Promise<ClosingAccount | undefined> {
  const { rows } = await sql<ClosingAccount>`
    select type, name, closed_at is not null as closed from account where id = ${accountId} for no key update`.execute(tx)
  return rows[0]
}

export interface ClosingPayee {
  bankAccountId: string
  number: string
}

/** The bank account that a person has verified last. */
export async function selectVerifiedAccount(db: Db, accountId: string): Promise<ClosingPayee | undefined> {
  const { rows } = await sql<ClosingPayee>`
    select id as "bankAccountId", masked_number as number from bank_account
     where account_id = ${accountId} and liveness = 'main' and status = 'active' and verified_at is not null order by verified_at desc, id limit 1`.execute(db)
  return rows[0]
}

/** The wallets of live money, credit lines included. */
export async function selectClosingWallets(db: Db, accountId: string): Promise<{ id: string; ledgerId: string; balance: bigint }[]> {
  const { rows } = await sql<{ id: string; ledgerId: string; balance: bigint }>`
    select a.id, l.id as "ledgerId", l.balance from asset a join ledger.account l on l.id = 'asset:' || a.id
     where a.account_id = ${accountId} and a.category = 'money' and l.unit = 'nzd.main' order by a.id`.execute(db)
  return rows
}

export interface Pending {
  what: string
  id: string
}

/** What would still move money of the account, or is still worth something. Tokens can be spent or sent before. */
export async function selectPending(db: Db, accountId: string, at: Date): Promise<Pending[]> {
  const wallets = sql`(select a.id, l.no, l.id as ledger_id, l.held_in, l.held_out, a.settlement, a.credit_limit, l.balance
    from asset a join ledger.account l on l.id = 'asset:' || a.id where a.account_id = ${accountId} and a.category = 'money' and l.unit = 'nzd.main')`
  const { rows } = await sql<Pending>`
    select 'payment request' as what, r.id from payment_request_expiry x join payment_request r on r.id = x.payment_request_id
     where r.merchant_account_id = ${accountId} and r.status = 'new' and not r.test
    union all
    select 'authorisation', r.id from payment_request r
     where r.merchant_account_id = ${accountId} and r.pre_auth and r.pre_auth_status = 'authorized' and not r.test
    union all
    select 'held money', w.id from ${wallets} w where w.held_in <> 0 or w.held_out <> 0
    union all
    select 'credit line', w.id from ${wallets} w where w.credit_limit is not null and w.balance <> 0
    union all
    select distinct 'part payment', r.id from ${wallets} w join ledger.entry e on e.account = w.no join movement m on m.posting = e.posting
      join payment_request r on r.id = m.payment_request_id where not w.settlement and r.status = 'new'
    union all
    select t.type, t.id from funds_transfer t where t.account_id = ${accountId} and t.status in ('created', 'requested') and t.liveness = 'main'
    union all
    select 'payment by bank', p.id from pay_by_bank_payment p left join payment_request r on r.id = p.payment_request_id
     where p.next_attempt_at is not null and not p.test and (p.account_id = ${accountId} or r.merchant_account_id = ${accountId})
    union all
    select 'send', s.id from asset_transfer s where s.sender_account_id = ${accountId} and s.settled_at is null
    union all
    select o.purpose, o.id from outgoing_payment o join ${wallets} w on w.ledger_id = o.source_account where o.status in ('waiting', 'sent')
    union all
    select 'token', a.id from asset a
     where a.account_id = ${accountId} and a.category = 'token' and a.status = 'active' and right(a.type, 5) = '.main' and coalesce(a.expires_at, 'infinity') > ${at}
    union all
    select 'issued tokens', c.id from collection c join ledger.account l on l.id = 'collection:' || c.id || ':issued'
     where c.account_id = ${accountId} and not c.test and l.balance <> 0
    union all
    select 'debt of issuer', l.id from ledger.account l where l.id = ${`owed:${accountId}:nzd.main`} and l.balance <> 0
    order by 1, 2 limit 100`.execute(db)
  return rows
}
