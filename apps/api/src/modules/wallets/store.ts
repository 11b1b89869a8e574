import type { Db } from '@nikau/runtime'
import { CompiledQuery, sql } from 'kysely'

/** What a movement on a wallet was for. Exactly one of the four ids is given. */
export interface Movement {
  topupId?: string
  withdrawalId?: string
  paymentRequestId?: string
  assetTransferId?: string
  /** An asset transfer that nobody claimed and that came back. */
  returned?: boolean
  srcWalletId?: string
  destWalletId?: string
  /** As the other side may see them: masked. */
  srcParty?: string
  destParty?: string
  /** What it counts against, as the quotas module gave it. */
  quota?: string
  counted?: bigint
}

const columnsOfWhat =
  'topup_id, withdrawal_id, payment_request_id, asset_transfer_id, returned, src_wallet_id, dest_wallet_id, src_party, dest_party, quota, counted'

/** Of which posting a row speaks stands in its first column, in one way or the other. */
const movementStatement = (type: 'bigint' | 'int', name: 'posting' | 'place', more = '') => `
  insert into movement (posting, ${columnsOfWhat}) select posting, ${columnsOfWhat}
    from unnest($1::${type}[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::text[], $8::text[], $9::text[], $10::text[],
      $11::text[], $12::bigint[]) as n (${name}, ${columnsOfWhat}) ${more}`

const movementColumns = (m: Movement) => [
  m.topupId ?? null,
  m.withdrawalId ?? null,
  m.paymentRequestId ?? null,
  m.assetTransferId ?? null,
  m.returned ?? false,
  m.srcWalletId ?? null,
  m.destWalletId ?? null,
  m.srcParty ?? null,
  m.destParty ?? null,
  m.quota ?? null,
  m.counted ?? null,
]

/** The same as an effect of the ledger, for a movement that goes through its hot door. */
export const movementRecorded = {
  name: 'movement',
  statement: movementStatement('int', 'place', 'join ledger.posted() p using (place)'),
  row: movementColumns,
}

/** Says what postings were for, in the transaction that posted them. */
export async function recordMovements(tx: Db, movements: readonly { posting: bigint; movement: Movement }[]): Promise<void> {
  if (movements.length === 0) return
  const rows = movements.map(({ posting, movement }) => [posting, ...movementColumns(movement)])
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
  returned: boolean
  srcWalletId: string | null
  destWalletId: string | null
  srcParty: string | null
  destParty: string | null
}

const lines = sql`
  select e.version, e.amount, e.balance, e.at, m.topup_id as "topupId", m.withdrawal_id as "withdrawalId", m.payment_request_id as "paymentRequestId",
         m.asset_transfer_id as "assetTransferId", m.returned, m.src_wallet_id as "srcWalletId", m.dest_wallet_id as "destWalletId",
         m.src_party as "srcParty", m.dest_party as "destParty"
    from ledger.entry e join movement m on m.posting = e.posting`

const numberOf = (walletId: string) => sql`(select no from ledger.account where id = ${`asset:${walletId}`})`

export interface LineFilter {
  direction?: 'in' | 'out' | undefined
  /** In the name of the other side; marks on letters do not matter. */
  text?: string | undefined
  /** Without its sign. */
  amount?: bigint | undefined
}

/** Newest first, found by the key of the ledger's entries; one row more than the limit tells that another page follows. */
export async function selectLines(db: Db, walletId: string, page: { before: bigint | undefined; limit: number }, filter: LineFilter): Promise<LineRow[]> {
  const { direction, text, amount } = filter
  const result = await sql<LineRow>`
    ${lines}
     where e.account = ${numberOf(walletId)}
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
}

/** Locked, so that two who open wallets for the same account count one after the other. */
export async function lockHolder(tx: Db, accountId: string): Promise<Holder | undefined> {
  const result = await sql<Holder>`select type, test from account where id = ${accountId} for no key update`.execute(tx)
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
  status: string
  createdAt: Date
}

/** A money wallet of ours; tokens and credit lines are none. */
export async function selectWallet(db: Db, id: string): Promise<WalletRow | undefined> {
  const result = await sql<WalletRow>`
    select id, account_id as "accountId", type, settlement, status, created_at as "createdAt" from asset
    where id = ${id} and category = 'money' and credit_limit is null`.execute(db)
  return result.rows[0]
}

/** How many entries of the wallet lie before a moment. Their times never run backwards, so it is found by halving, however many there are. */
export async function countBefore(db: Db, walletId: string, at: Date): Promise<bigint> {
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

/** The entries after one number up to another, oldest first. */
export async function selectLinesBetween(db: Db, walletId: string, after: bigint, last: bigint): Promise<LineRow[]> {
  const result = await sql<LineRow>`
    ${lines} where e.account = ${numberOf(walletId)} and e.version > ${after} and e.version <= ${last} order by e.version`.execute(db)
  return result.rows
}

/** The balance that the entry of this number left. */
export async function balanceAfter(db: Db, walletId: string, version: bigint): Promise<bigint> {
  const result = await sql<{ balance: bigint }>`select balance from ledger.entry where account = ${numberOf(walletId)} and version = ${version}`.execute(db)
  return result.rows[0]?.balance ?? 0n
}

export async function nameOfHolder(db: Db, accountId: string): Promise<string> {
  return (await sql<{ name: string }>`select name from account where id = ${accountId}`.execute(db)).rows[0]!.name
}
