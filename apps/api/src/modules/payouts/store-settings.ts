import type { PayoutSchedule } from '@nikau/contract/payouts'
import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Db, Tx } from '@nikau/runtime'
import { CompiledQuery, sql } from 'kysely'
import { payeeWaits } from '../bank-accounts/index.ts'

export function toSchedule(kind: PayoutSchedule['kind'] | null, weekday: number | null): PayoutSchedule {
  return kind === 'weekly' ? { kind, weekday: weekday! } : { kind: kind ?? 'daily' }
}

/** The bank account that is in effect at a time. None while it is unlinked: an earlier choice does not come back. */
export const currentAccount = (accountId: string, now: string) => `
  select t.id, t.bank_account_id, t.effective_at, t.confirmed_at,
         k.status = 'active' and k.verified_at is not null as usable,
         coalesce((select max(o.returned_at) from outgoing_payment o where o.account_id = t.account_id and o.purpose = 'payout' and o.returned_at is not null)
           > greatest(t.effective_at, t.confirmed_at), false) as to_confirm
    from payout_account t join bank_account k on k.id = t.bank_account_id
   where t.account_id = ${accountId} and t.cancelled_at is null and t.effective_at <= ${now}
   order by t.effective_at desc, t.id desc limit 1`

/** Locks the account, so that concurrent changes of its payout settings are serialised. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await sql`select from account where id = ${accountId} for no key update`.execute(tx)
}

export interface AccountChoice {
  id: bigint
  bankAccountId: string
  name: string
  number: string
  effectiveAt: Date
  toConfirm: boolean
}

/** The account in effect, and the one that is chosen and not in effect yet. */
export async function selectAccountChoices(db: Db, accountId: string, now: Date): Promise<{ current?: AccountChoice; pending?: AccountChoice }> {
  const columns = `t.id, b.id as "bankAccountId", b.name, b.masked_number as number, t.effective_at as "effectiveAt"`
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(
      `select 'current' as place, ${columns}, t.to_confirm as "toConfirm" from (${currentAccount('$1', '$2')}) t join bank_account b on b.id = t.bank_account_id
        where t.usable
       union all
       select 'pending', ${columns}, false from payout_account t join bank_account b on b.id = t.bank_account_id
        where t.account_id = $1 and t.cancelled_at is null and t.effective_at > $2`,
      [accountId, now],
    ),
  )
  return Object.fromEntries((rows as (AccountChoice & { place: 'current' | 'pending' })[]).map(({ place, ...choice }) => [place, choice]))
}

/** The last payout that the bank returned, while nobody has confirmed the account or chosen another since. */
export async function selectReturnedPayout(db: Db, accountId: string, now: Date): Promise<{ payoutId: string; amount: bigint; since: Date } | undefined> {
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(
      `select p.id as "payoutId", p.net as amount, o.returned_at as since from payout p join outgoing_payment o on o.id = p.outgoing_payment_id
        where p.account_id = $1 and o.returned_at > coalesce((select greatest(t.effective_at, t.confirmed_at) from (${currentAccount('$1', '$2')}) t), '-infinity')
        order by o.returned_at desc limit 1`,
      [accountId, now],
    ),
  )
  return rows[0] as { payoutId: string; amount: bigint; since: Date } | undefined
}

/** Whether an account was ever in effect, even if it is unlinked now. */
export async function hasHadAccount(db: Db, accountId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select from payout_account where account_id = ${accountId} and cancelled_at is null and effective_at <= ${now} limit 1`.execute(db)
  return rows.length > 0
}

export async function insertAccountChoice(
  tx: Tx,
  choice: { accountId: string; bankAccountId: string; personId: string; at: Date; effectiveAt: Date },
): Promise<void> {
  await sql`
    insert into payout_account (account_id, bank_account_id, chosen_at, chosen_by, effective_at)
    values (${choice.accountId}, ${choice.bankAccountId}, ${choice.at}, ${choice.personId}, ${choice.effectiveAt})`.execute(tx)
}

export async function cancelPending(tx: Tx, accountId: string, now: Date): Promise<boolean> {
  const result = await sql`
    update payout_account set cancelled_at = ${now} where account_id = ${accountId} and cancelled_at is null and effective_at > ${now}`.execute(tx)
  return (result.numAffectedRows ?? 0n) > 0n
}

export async function confirmChoice(tx: Tx, id: bigint, now: Date): Promise<void> {
  await sql`update payout_account set confirmed_at = ${now} where id = ${id}`.execute(tx)
}

export interface ChosenBankAccount {
  accountId: string
  maskedNumber: string
  liveness: 'main' | 'test'
  verified: boolean
  /** Its bank has not said yet whether the name is right, or says that it is not, and no operator has accepted it. */
  nameWaits: boolean
}

/** A linked bank account. */
export async function selectBankAccount(db: Db, id: string): Promise<ChosenBankAccount | undefined> {
  const { rows } = await sql<ChosenBankAccount>`
    select account_id as "accountId", masked_number as "maskedNumber", liveness, status = 'active' and verified_at is not null as verified,
           ${payeeWaits('bank_account')} as "nameWaits"
      from bank_account where id = ${id} and status <> 'archived'`.execute(db)
  return rows[0]
}

/** Schedules from the one in force on a day on, oldest first. */
export async function selectSchedules(db: Db, accountId: string, day: CalendarDate): Promise<{ schedule: PayoutSchedule; firstDay: CalendarDate }[]> {
  const { rows } = await sql<{ kind: PayoutSchedule['kind']; weekday: number | null; firstDay: CalendarDate }>`
    select kind, weekday, first_day::text as "firstDay" from payout_schedule
     where account_id = ${accountId} and first_day >= coalesce(
       (select max(first_day) from payout_schedule where account_id = ${accountId} and first_day <= ${day}::date), ${day}::date)
     order by first_day`.execute(db)
  return rows.map(({ kind, weekday, firstDay }) => ({ schedule: toSchedule(kind, weekday), firstDay }))
}

/** Replaces an earlier choice for the same day. */
export async function saveSchedule(
  tx: Tx,
  input: { accountId: string; firstDay: CalendarDate; schedule: PayoutSchedule; personId: string; at: Date },
): Promise<void> {
  const weekday = input.schedule.kind === 'weekly' ? input.schedule.weekday : null
  await sql`
    insert into payout_schedule (account_id, first_day, kind, weekday, chosen_at, chosen_by)
    values (${input.accountId}, ${input.firstDay}::date, ${input.schedule.kind}, ${weekday}, ${input.at}, ${input.personId})
    on conflict (account_id, first_day) do update set kind = excluded.kind, weekday = excluded.weekday, chosen_at = excluded.chosen_at,
      chosen_by = excluded.chosen_by`.execute(tx)
}

/** False when the payouts of the account are stopped already. */
export async function insertHold(tx: Tx, hold: { accountId: string; reason: string; by: string; at: Date }): Promise<boolean> {
  const result = await sql`
    insert into payout_hold (account_id, reason, placed_at, placed_by) values (${hold.accountId}, ${hold.reason}, ${hold.at}, ${hold.by})
    on conflict (account_id) where released_at is null do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

/** False when there is no hold. */
export async function releaseHold(tx: Tx, release: { accountId: string; by: string; proposalId: string; at: Date }): Promise<boolean> {
  const result = await sql`
    update payout_hold set released_at = ${release.at}, released_by = ${release.by}, release_proposal_id = ${release.proposalId}
     where account_id = ${release.accountId} and released_at is null`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Locked, so that it is the same when it is changed. */
export async function selectReserve(tx: Tx, accountId: string): Promise<bigint> {
  const { rows } = await sql<{ amount: bigint }>`select amount from payout_reserve where account_id = ${accountId} for update`.execute(tx)
  return rows[0]?.amount ?? 0n
}

export async function saveReserve(tx: Tx, reserve: { accountId: string; amount: bigint; reason: string; by: string; at: Date }): Promise<void> {
  await sql`
    insert into payout_reserve (account_id, amount, reason, changed_at, changed_by)
    values (${reserve.accountId}, ${reserve.amount}, ${reserve.reason}, ${reserve.at}, ${reserve.by})
    on conflict (account_id) do update set amount = excluded.amount, reason = excluded.reason, changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(
    tx,
  )
}

export async function isMerchantAccount(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from account where id = ${accountId} and type = 'org'`.execute(db)
  return rows.length > 0
}
