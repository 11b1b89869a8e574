import type { PayoutSchedule, PayoutSchedules } from '@nikau/contract/payouts'
import { addDays, type CalendarDate, calendarDate } from '@nikau/nz/nz-time'
import type { Clock, Db } from '@nikau/runtime'
import type { Person, Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor, recordAudit } from '../accounts/index.ts'
import { announceSchedule } from './notifications.ts'
import { lockAccount, saveSchedule, selectSchedules } from './store-settings.ts'

export async function getSchedule({ db, clock }: { db: Db; clock: Clock }, person: Person, accountId: string): Promise<PayoutSchedules | Refusal<'FORBIDDEN'>> {
  if (!(await mayActFor(db, person, accountId, 'payouts:read'))) return refuse('FORBIDDEN')
  return await presentSchedules(db, accountId, calendarDate(clock.now()))
}

/** Sets the schedule from the next day that has not begun. */
export async function updateSchedule(
  { db, clock }: { db: Db; clock: Clock },
  { person, source }: { person: Person; source: Source },
  accountId: string,
  schedule: PayoutSchedule,
): Promise<PayoutSchedules | Refusal<'FORBIDDEN'>> {
  return await inTransaction(db, async (tx) => {
    if (!(await mayActFor(tx, person, accountId, 'payouts:write'))) return refuse('FORBIDDEN')
    await lockAccount(tx, accountId)
    const at = clock.now()
    const today = calendarDate(at)
    const firstDay = addDays(today, 1)
    const { current, pending } = await presentSchedules(tx, accountId, today)
    await saveSchedule(tx, { accountId, firstDay, schedule, personId: person.personId, at })
    await announceSchedule(tx, { accountId, schedule, firstDay, at })
    const before = pending?.schedule ?? current
    await recordAudit(tx, accountId, { action: 'payout-schedule-changed', actor: person, source, at, before, after: schedule })
    return await presentSchedules(tx, accountId, today)
  })
}

async function presentSchedules(db: Db, accountId: string, today: CalendarDate): Promise<PayoutSchedules> {
  const schedules = await selectSchedules(db, accountId, today)
  const current = schedules.find(({ firstDay }) => firstDay <= today)?.schedule ?? { kind: 'daily' as const }
  const pending = schedules.find(({ firstDay }) => firstDay > today)
  return { current, ...(pending && { pending }) }
}
