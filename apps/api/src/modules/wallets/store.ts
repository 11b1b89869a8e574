import type { AdjustmentWords } from '@nikau/contract/wallet-activity'
import type { Db } from '@nikau/runtime'
import { CompiledQuery, sql } from 'kysely'

/** The purpose of a posting on a wallet. Exactly one of the six ids is set. */
export interface Movement {
  topupId?: string
  withdrawalId?: string
  paymentRequestId?: string
  assetTransferId?: string
  outgoingPaymentId?: string
  adjustmentId?: string
  /** An unclaimed asset transfer that was returned to its sender. */
  returned?: boolean
  srcWalletId?: string
  destWalletId?: string
  /** Masked, as the counterparty may see them. */
  srcParty?: string
  destParty?: string
  /** The monthly quota counter and the amount counted, from the quotas module. */
  quota?: string
  counted?: bigint
}

const movementFields =
  'topup_id, withdrawal_id, payment_request_id, asset_transfer_id, outgoing_payment_id, adjustment_id, returned, src_wallet_id, dest_wallet_id, src_party, dest_party, quota, counted'

/** The first column is the posting, or the place of its group in a batch. */
const movementStatement = (type: 'bigint' | 'int', name: 'posting' | 'place', more = '') => `
  insert into movement (posting, ${movementFields}) select posting, ${movementFields}
    from unnest($1::${type}[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::text[], $10::text[],
      $11::text[], $12::text[], $13::text[], $14::bigint[]) as n (${name}, ${movementFields}) ${more}`

const movementValues = (m: Movement) => [
  m.topupId ?? null,
  m.withdrawalId ?? null,
  m.paymentRequestId ?? null,
  m.assetTransferId ?? null,
  m.outgoingPaymentId ?? null,
  m.adjustmentId ?? null,
  m.returned ?? false,
  m.srcWalletId ?? null,
  m.destWalletId ?? null,
  m.srcParty ?? null,
  m.destParty ?? null,
  m.quota ?? null,
  m.counted ?? null,
]

/** The same as an effect of a batched posting. */
export const movementRecorded = {
  name: 'wallets.movement-recorded',
  statement: movementStatement('int', 'place', 'join ledger.posted() p using (place)'),
  row: movementValues,
}

/** Records the purpose of postings, in the transaction that posted them. */
export async function recordMovements(tx: Db, movements: readonly { posting: bigint; movement: Movement }[]): Promise<void> {
  if (movements.length === 0) return
  const rows = movements.map(({ posting, movement }) => [posting, ...movementValues(movement)])
  await tx.executeQuery(
    CompiledQuery.raw(
      movementStatement('bigint', 'posting'),
      rows[0]!.map((_, column) => rows.map((row) => row[column])),
    ),
  )
}

export interface LineRow {
  version: bigint
  amount: bigint
  balance: bigint
  at: Date
  topupId: string | null
  withdrawalId: string | null
  paymentRequestId: string | null
  assetTransferId: string | null
  outgoingPaymentId: string | null
  adjustment: AdjustmentWords | null
  returned: boolean
  srcWalletId: string | null
  destWalletId: string | null
  srcParty: string | null
  destParty: string | null
}

const lines = sql`
  select e.version, e.amount, e.balance, e.at, m.topup_id as "topupId", m.withdrawal_id as "withdrawalId", m.payment_request_id as "paymentRequestId",
         m.asset_transfer_id as "assetTransferId", m.outgoing_payment_id as "outgoingPaymentId",
         (select a.words from adjustment a where a.id = m.adjustment_id) as adjustment, m.returned, m.src_wallet_id as "srcWalletId", m.dest_wallet_id as "destWalletId",
         m.src_party as "srcParty", m.dest_party as "destParty"
    from ledger.entry e join movement m on m.posting = e.posting`

const accountNumberOf = (walletId: string) => sql`(select no from ledger.account where id = ${`asset:${walletId}`})`

export interface LineFilter {
  direction?: 'in' | 'out' | undefined
  /** Matches the counterparty's name, ignoring macrons. */
  text?: string | undefined
  /** Absolute. */
  amount?: bigint | undefined
}

/** Newest first by entry number, one row more than the limit. */
export async function selectLines(db: Db, walletId: string, page: { before: bigint | undefined; limit: number }, filter: LineFilter): Promise<LineRow[]> {
  const { direction, text, amount } = filter
  const result = await sql<LineRow>`
    ${lines}
     where e.account = ${accountNumberOf(walletId)}
       and ${page.before === undefined ? sql`true` : sql`e.version < ${page.before}`}
       and ${direction === undefined ? sql`true` : direction === 'in' ? sql`e.amount > 0` : sql`e.amount < 0`}
       and ${amount === undefined ? sql`true` : sql`abs(e.amount) = ${amount}`}
       and ${text ? sql`unaccent(case when e.amount < 0 then m.dest_party else m.src_party end) ilike '%' || unaccent(${text.replaceAll(/[%_\\]/g, String.raw`\$&`)}) || '%'` : sql`true`}
     order by e.version desc limit ${page.limit + 1}`.execute(db)
  return result.rows
}

export interface Holder {
  type: 'individual' | 'org'
  test: boolean
  closed: boolean
}

/** Locks the account, so that concurrent calls cannot exceed the wallet limit. */
export async function lockAccount(tx: Db, accountId: string): Promise<Holder | undefined> {
  const result = await sql<Holder>`select type, test, closed_at is not null as closed from account where id = ${accountId} for no key update`.execute(tx)
  return result.rows[0]
}

export async function countSettlementWallets(tx: Db, accountId: string, type: string): Promise<number> {
  const result = await sql<{ count: bigint }>`select count(*) as count from asset where account_id = ${accountId} and type = ${type} and settlement`.execute(tx)
  return Number(result.rows[0]!.count)
}

export interface WalletRow {
  id: string
  accountId: string
  type: string
  settlement: boolean
  creditLine: boolean
  status: string
  createdAt: Date
}

/** A wallet or a credit line; tokens are not found. */
export async function selectMoney(db: Db, id: string): Promise<WalletRow | undefined> {
  const result = await sql<WalletRow>`
    select id, account_id as "accountId", type, settlement, credit_limit is not null as "creditLine", status, created_at as "createdAt" from asset
    where id = ${id} and category = 'money'`.execute(db)
  return result.rows[0]
}

/** Number of entries before a time. Entry times never decrease, so this is a binary search. */
export async function countEntriesBefore(db: Db, walletId: string, at: Date): Promise<bigint> {
  const result = await sql<{ count: bigint }>`
    with recursive search (account, low, high) as (
      select no, 0::bigint, version from ledger.account where id = ${`asset:${walletId}`}
      union all
      select s.account, case when e.at < ${at} then s.low + (s.high - s.low + 1) / 2 else s.low end,
             case when e.at < ${at} then s.high else s.low + (s.high - s.low + 1) / 2 - 1 end
        from search s join ledger.entry e on e.account = s.account and e.version = s.low + (s.high - s.low + 1) / 2
       where s.low < s.high
    )
    select low as count from search where low = high`.execute(db)
  return result.rows[0]!.count
}

/** Entries after one number up to another, oldest first. */
export async function selectLinesBetween(db: Db, walletId: string, after: bigint, last: bigint): Promise<LineRow[]> {
  const result = await sql<LineRow>`
    ${lines} where e.account = ${accountNumberOf(walletId)} and e.version > ${after} and e.version <= ${last} order by e.version`.execute(db)
  return result.rows
}

/** The balance after the entry of this number. */
export async function selectBalanceAfter(db: Db, walletId: string, version: bigint): Promise<bigint> {
  const result = await sql<{ balance: bigint }>`select balance from ledger.entry where account = ${accountNumberOf(walletId)} and version = ${version}`.execute(
    db,
  )
  return result.rows[0]?.balance ?? 0n
}

export async function selectHolderName(db: Db, accountId: string): Promise<string> {
  return (await sql<{ name: string }>`select name from account where id = ${accountId}`.execute(db)).rows[0]!.name
}
