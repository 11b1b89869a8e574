import { effectiveBusinessDay } from '@nikau/nz/business-calendar'
import { addDays, type CalendarDate, instantAt } from '@nikau/nz/nz-time'
import { type OperationsEnvironment, ourAccounts } from './environment.ts'

/** What can be wrong with a settlement advice, or with its payment; most are right. */
const faults = [undefined, undefined, 'lost-line', undefined, 'unknown-line', undefined, 'other-amount', undefined, 'wrong-net', 'too-much'] as const

/** The company closes a business day, and pays on the next one. */
export function createCardCompany({ banks, cardCompany }: OperationsEnvironment, wrong: boolean) {
  const unpaid: { reference: string; netCents: number; payDay: CalendarDate; extra: number }[] = []
  let closed = 0
  return {
    async closeDay(day: CalendarDate): Promise<void> {
      const fault = wrong ? faults[closed % faults.length] : undefined
      const payDay = effectiveBusinessDay(instantAt(addDays(day, 1), 9), 16)
      const settlement = await cardCompany.settleDay(day, { payDay, ...(fault !== undefined && fault !== 'too-much' && { fault }) })
      if (settlement.lines.length === 0) return
      closed++
      unpaid.push({ ...settlement, payDay, extra: fault === 'too-much' ? 500 : 0 })
    },
    async payDue(day: CalendarDate): Promise<void> {
      for (const due of unpaid.splice(0)) {
        if (due.payDay > day) unpaid.push(due)
        else if (due.netCents + due.extra !== 0)
          await cardCompany.paySettlement(due.reference, { banks: banks.origin, account: ourAccounts.bnz!, cents: due.netCents + due.extra })
      }
    },
  }
}
