import type { RefusalOf } from '@nikau/contract'
import type { reportCodePayment } from '@nikau/contract/patron-codes'
import { cents, format } from '@nikau/money'
import type { Clock, Db } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import type { Person, Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { selectIndividualAccountId } from '../accounts/index.ts'
import { raiseException } from '../exceptions/index.ts'
import { nothingAllowed } from './rules.ts'
import { endCodes, endOfflineSets, selectCodePayment } from './store-offline.ts'
import { lockTillSetting, upsertTillSetting } from './store-settings.ts'

/**
 * "This wasn't me": the person who paid may have more codes, so all of the account end, and tills take nothing more without asking. Once for a
 * payment: repeating it does not undo what the person has allowed since. The rows are locked in the order in which a payment locks them.
 */
export async function report(
  { db, clock }: { db: Db; clock: Clock },
  { actor, source }: { actor: Person; source: Source },
  paymentRequestId: string,
): Promise<Record<string, never> | Refusal<RefusalOf<typeof reportCodePayment>>> {
  const payment = await selectCodePayment(db, paymentRequestId)
  if (!payment) return refuse('REQUEST_NOT_FOUND')
  const accountId = await selectIndividualAccountId(db, actor.personId)
  if (accountId === undefined || payment.accountId !== accountId || !payment.isByCode) return refuse('FORBIDDEN')
  return await inTransaction(db, async (tx) => {
    await lockTillSetting(tx, accountId)
    const at = clock.now()
    const { merchantId, merchantName: merchant, test, amount } = payment
    const money = { unit: test ? 'nzd.test' : 'nzd.main', amount }
    const refs = { paymentRequestId, accountId, merchantId }
    if (!(await raiseException(tx, { kind: 'code-payment-reported', ref: paymentRequestId, money, refs, at }))) return {}
    await endCodes(tx, accountId, at)
    await endOfflineSets(tx, { accountId }, at)
    await upsertTillSetting(tx, accountId, nothingAllowed)
    await recordSecurityEvent(tx, { ...actor, ...source, at, kind: 'code-payment-reported', detail: { merchant, amount: format(cents(amount)) } })
    return {}
  })
}
