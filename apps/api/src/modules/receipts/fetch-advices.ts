import type { OpenCompany, SettlementAdvice, UnreadableAdvice } from '@nikau/rails/farmlands'
import { inTransaction } from '../../http/refusal.ts'
import { runEach } from '../bank-files/index.ts'
import { closeException, raiseRecurring } from '../exceptions/index.ts'
import { applyAdvice } from './apply-advice.ts'
import type { CardReceiptDeps } from './deps.ts'
import { insertAdvice, selectAdviceNumber, selectLastNumber } from './store-advices.ts'

/**
 * Fetches the settlement advices that we do not have and stores each with its lines, compared with what we have booked. One that
 * cannot be read or stored is fetched again, while the others are stored.
 */
export async function fetchAdvices(deps: CardReceiptDeps, company: OpenCompany): Promise<void> {
  const after = await selectLastNumber(deps.db)
  await runEach(await fetchAfter(company, after), (advice) => storeAdvice(deps, company, advice))
}

async function fetchAfter({ rail }: OpenCompany, number: number): Promise<(SettlementAdvice | UnreadableAdvice)[]> {
  const advices: (SettlementAdvice | UnreadableAdvice)[] = []
  for (let after = number; ;) {
    const got = await rail.settlements(after)
    if (got.outcome !== 'done') throw new Error(`settlement advices not fetched: ${got.reason}`)
    const last = got.value.at(-1)
    if (!last) return advices
    if (last.number <= after) throw new Error(`settlement advices do not go on after ${after}`)
    advices.push(...got.value)
    after = last.number
  }
}

async function storeAdvice(deps: CardReceiptDeps, company: OpenCompany, advice: SettlementAdvice | UnreadableAdvice): Promise<void> {
  const at = deps.clock.now()
  const ref = String(advice.number)
  const raise = (fault: string) => raiseRecurring(deps.db, { kind: 'card-advice-unreadable', ref, refs: { number: ref, fault }, at })
  if ('fault' in advice) return await raise(advice.fault)
  // Its payment would not be recognised on a statement.
  if (!advice.reference.startsWith(company.settlementPrefix)) return await raise('reference without the prefix of the company')
  const isStored = await inTransaction(deps.db, async (tx) => {
    if (!(await insertAdvice(tx, advice, at))) return false
    await closeException(tx, { kind: 'card-advice-unreadable', ref, at })
    await closeException(tx, { kind: 'card-receipt-without-advice', ref: advice.reference, at })
    await applyAdvice(tx, deps, advice.number)
    return true
  })
  const owner = isStored ? advice.number : await selectAdviceNumber(deps.db, advice.reference)
  if (owner !== advice.number) await raise(`reference of advice ${owner}`)
}
