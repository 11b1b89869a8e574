import { cents, format } from '@nikau/money'
import { type BankAccountNumber, formatAccountNumber } from '@nikau/nz/bank-account-number'
import { addBusinessDays } from '@nikau/nz/business-calendar'
import { calendarDate, instantAt, longDate } from '@nikau/nz/nz-time'
import type { Clock, Db, Ids, Tx } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { emailOwners, selectOwnerContacts } from '../accounts/index.ts'
import { runEach } from '../bank-files/index.ts'
import { billReferenceOf, type IssuerBillTerms, periodStart } from './rules.ts'
import { insertBill, type NewBill, selectUnbilled } from './store-bills.ts'

export interface BillDeps {
  db: Db
  clock: Clock
  ids: Ids
  terms: IssuerBillTerms
  /** Our account that issuers pay to. */
  payTo: BankAccountNumber
}

/**
 * Bills each issuer for what it owes and was not billed before the current period. Safe to run late, twice or concurrently: a bill
 * starts where the one before has ended. Returns how many were made.
 */
export async function billIssuers(deps: BillDeps): Promise<number> {
  const { db, clock, ids, terms } = deps
  const at = clock.now()
  const day = calendarDate(at)
  const made = await runEach(await selectUnbilled(db, instantAt(periodStart(day, terms))), async (unbilled) => {
    const id = ids.ordered()
    const bill = { ...unbilled, id, day, dueDay: addBusinessDays(day, terms.dueBusinessDays), reference: billReferenceOf(id) }
    return await inTransaction(db, async (tx) => {
      const number = await insertBill(tx, bill, at)
      if (number === undefined) return 0
      await sendBill(tx, deps, bill, number)
      return 1
    })
  })
  return made.filter((count) => count === 1).length
}

/** To every owner of the issuer's account. */
async function sendBill(tx: Tx, { payTo }: BillDeps, bill: NewBill, number: bigint): Promise<void> {
  const amount = format(cents(bill.amount))
  const owners = (await selectOwnerContacts(tx, [bill.issuerAccountId])).get(bill.issuerAccountId) ?? []
  await emailOwners(tx, owners, {
    key: `issuer-bill:${bill.id}`,
    purpose: 'issuer-bill',
    subject: `Bill ${number}: ${amount} for redeemed tokens`,
    body: `Other merchants have redeemed your tokens, and we have paid them. Bill ${number} is for ${amount}.\n\nPlease pay it by ${longDate(bill.dueDay)}:\nAccount ${formatAccountNumber(payTo)}\nReference ${bill.reference}`,
  })
}
