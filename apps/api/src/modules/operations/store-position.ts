import type { Tx } from '@nikau/runtime'
import { sql } from 'kysely'

/** Cents as text, as they are kept. */
export interface BookPosition {
  units: { unit: string; sum: string }[]
  /** Of live money: what is above zero, and all of it. */
  kinds: { kind: string; owed: string; sum: string }[]
  bank: {
    day: string | null
    accounts: number
    statements: string
    books: string
    filesInFlight: string
    payByBankInFlight: string
    receiptsUnbooked: string
    settledWithoutFile: string
    differences: string
    statementSums: string
    statementBreaks: string
    unexplained: string
    differenceLines: number
    differencesOpen: number
    openFiles: number
    openOrders: number
  }
  clearing: { account: string; balance: string; items: number; explained: string; difference: string; oldest: string | null }[]
}

/** Everything in one statement, and so in one snapshot. */
export async function selectPosition(tx: Tx): Promise<BookPosition> {
  await sql`set local jit = off`.execute(tx)
  const { rows } = await sql<{ content: BookPosition }>`
    with account as (
      select unit, kind, sum(balance) as sum, coalesce(sum(balance) filter (where balance > 0), 0) as owed from ledger.account where not counter group by unit, kind)
    select jsonb_build_object(
      'units', (select coalesce(jsonb_agg(jsonb_build_object('unit', unit, 'sum', sum::text) order by unit), '[]')
                  from (select unit, sum(sum) as sum from account group by unit) u),
      'kinds', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'owed', owed::text, 'sum', sum::text) order by kind), '[]')
                  from account where unit = 'nzd.main'),
      'bank', (select jsonb_build_object('day', p.statement_day, 'accounts', (select count(distinct account) from bank_statement),
                 'statements', p.statement_balance::text, 'books', p.ledger_balance::text, 'filesInFlight', p.files_in_flight::text,
                 'payByBankInFlight', p.pay_by_bank_in_flight::text, 'receiptsUnbooked', p.receipts_unbooked::text,
                 'settledWithoutFile', p.settled_without_file::text, 'differences', p.differences::text, 'statementSums', p.statement_sums::text,
                 'statementBreaks', p.statement_breaks::text, 'unexplained', p.unexplained::text, 'differenceLines', d.lines, 'differencesOpen', d.open,
                 'openFiles', f.files, 'openOrders', f.orders)
                 from bank_position p,
                   (select count(*) as lines, count(*) filter (where x.id is not null) as open
                      from unresolved_difference u
                      left join operator_exception x on x.kind = 'statement-' || u.kind and x.ref = u.account || ':' || u.day || ':' || u.ref and x.closed_at is null) d,
                   (select count(*) as files, coalesce(sum(count), 0) as orders from bank_file where state = 'accepted' and cleared_at is null) f),
      'clearing', (select coalesce(jsonb_agg(jsonb_build_object('account', account, 'balance', balance::text, 'items', items, 'explained', explained::text,
                     'difference', difference::text, 'oldest', oldest) order by account), '[]')
                     from clearing_position where balance <> 0 or items > 0 or difference <> 0)) as content`.execute(tx)
  return rows[0]!.content
}

export async function savePosition(tx: Tx, content: BookPosition, at: Date): Promise<void> {
  await sql`
    insert into book_position (at, content) values (${at}, ${JSON.stringify(content)}) on conflict (one) do update set at = excluded.at, content = excluded.content`.execute(
    tx,
  )
}
