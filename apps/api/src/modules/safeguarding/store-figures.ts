import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { Figures, KindBalance } from './rules.ts'

/**
 * The balances of all accounts of live money at a moment, by kind. Few have changed since the end of the day: only for those is an entry
 * looked up, going back from the newest.
 */
async function selectKinds(tx: Tx, until: Date): Promise<(KindBalance & { total: bigint; atBank: bigint })[]> {
  const { rows } = await sql<KindBalance & { total: bigint; atBank: bigint }>`
    select a.kind, count(*) filter (where b.balance <> 0) as accounts, coalesce(sum(b.balance) filter (where b.balance > 0), 0)::bigint as owed,
           coalesce(sum(b.balance) filter (where b.balance < 0), 0)::bigint as rest, sum(b.balance)::bigint as total,
           coalesce(sum(b.balance) filter (where a.id = 'bank' or a.id like 'pay-by-bank:%'), 0)::bigint as "atBank"
      from ledger.account a
      cross join lateral (
        select case when a.changed_at < ${until} then a.balance
                    else coalesce((select e.balance from ledger.entry e where e.account = a.no and e.at < ${until} order by e.version desc limit 1), 0) end as balance) b
     where a.unit = 'nzd.main' and not a.counter and a.opened_at < ${until}
     group by a.kind order by a.kind`.execute(tx)
  return rows
}

/** Everything a report says, in one snapshot: the transaction must be repeatable read. */
export async function selectFigures(tx: Tx, day: CalendarDate, until: Date): Promise<Figures> {
  const kinds = await selectKinds(tx, until)
  const statements = await sql<{ account: string; closing: bigint }>`
    select c.account, s.closing from bank_connection c
      cross join lateral (select closing from bank_statement where account = c.account and day <= ${day}::date order by day desc limit 1) s
     order by c.account`.execute(tx)
  const { rows } = await sql<{ mayComeBack: bigint; differences: bigint; receiptsInQuestion: bigint; unexplained: bigint }>`
    select greatest(0, shown_debits.amount - posted_debits.amount)::bigint + taken_back.amount as "mayComeBack", difference.amount as differences,
           question.amount as "receiptsInQuestion", position.unexplained::bigint as unexplained
      from (select coalesce(sum(amount), 0)::bigint as amount from bank_expected_line
             where source = 'file' and type in ('DD', 'DH', 'RV') and reconciled_on <= ${day}::date) shown_debits,
           (select coalesce(sum(t.amount), 0)::bigint as amount from funds_transfer t
             where t.type = 'topup' and t.liveness = 'main' and t.settled_at < ${until} and (t.reversed_at is null or t.reversed_at >= ${until})
               and exists (select from bank_file_detail d where d.transfer_id = t.id)) posted_debits,
           (select coalesce(sum(e.amount), 0)::bigint as amount from bank_expected_line e join pay_by_bank_payment p on p.id = e.source_id
             where e.source = 'pay-by-bank' and e.reconciled_on <= ${day}::date and p.step <> 'paid' and p.failure is distinct from 'returned') taken_back,
           (select coalesce(sum(greatest(0, amount)), 0)::bigint as amount from unresolved_difference where day <= ${day}::date) difference,
           (select coalesce(sum(greatest(0, amount)), 0)::bigint as amount from operator_exception
             where closed_at is null and kind in ('card-advice-line-unknown', 'card-receipt-amount', 'card-receipt-without-advice', 'issuer-receipt-surplus')) question,
           (select unexplained from bank_position) position`.execute(tx)
  const booksAtBanks = kinds.reduce((total, { atBank }) => total - atBank, 0n)
  return {
    kinds: kinds.map(({ kind, accounts, owed, rest }) => ({ kind, accounts, owed, rest })),
    statements: statements.rows,
    ...rows[0]!,
    booksAtBanks,
  }
}
