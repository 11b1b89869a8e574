import { addDays, calendarDate, instantAt } from '@nikau/nz/nz-time'
import { inTransaction } from '../../http/refusal.ts'
import { runEach } from '../bank-files/index.ts'
import { raiseException } from '../exceptions/index.ts'
import { unit } from './accounts.ts'
import { applyAdvice } from './apply-advice.ts'
import type { CardReceiptDeps } from './deps.ts'
import { fetchAdvices } from './fetch-advices.ts'
import { lastAdvisedDay } from './rules.ts'
import { selectOpenAdvices, selectUnlisted, selectUnpaid } from './store-advices.ts'
import { selectWithoutAdvice } from './store-receipts.ts'

/** How long what no advice lists is looked for; it was raised long before. */
const lookBackDays = 60

/**
 * Everything about the card company's settlement, whatever is due: new advices, advices with a new credit or an open line, and what
 * is missing. A step that fails does not stop the others. Safe to run late, twice or concurrently.
 */
export async function settleCards(deps: CardReceiptDeps): Promise<void> {
  const company = deps.companyOf('main')
  if (!company) return
  const applyOpen = async () => {
    await runEach(await selectOpenAdvices(deps.db), (number) => inTransaction(deps.db, (tx) => applyAdvice(tx, deps, number)))
  }
  const steps: (() => Promise<unknown>)[] = [() => fetchAdvices(deps, company), applyOpen, () => raiseMissing(deps)]
  await runEach(steps, (step) => step())
}

/** What should have come by now: an advice for a charge or refund, a credit for an advice, an advice for a credit. */
export async function raiseMissing({ db, clock }: CardReceiptDeps): Promise<void> {
  const at = clock.now()
  const day = lastAdvisedDay(calendarDate(at))
  for (const { id, amount } of await selectUnlisted(db, { since: instantAt(addDays(day, -lookBackDays)), before: instantAt(addDays(day, 1)) }))
    await raiseException(db, { kind: 'card-advice-line-missing', ref: id, money: { unit, amount }, refs: { key: id }, at })
  for (const { reference, net } of await selectUnpaid(db))
    await raiseException(db, { kind: 'card-advice-unpaid', ref: reference, money: { unit, amount: net }, refs: { advice: reference }, at })
  for (const { reference, amount } of await selectWithoutAdvice(db))
    await raiseException(db, { kind: 'card-receipt-without-advice', ref: reference, money: { unit, amount }, refs: { reference }, at })
}
