import type { Ledger, Operation } from '@nikau/ledger'
import { type Cents, cents, format, min } from '@nikau/money'
import { queueMessage } from '@nikau/rails'
import type { Tx } from '@nikau/runtime'
import { noSignalLimit, type OwnLimitRules, setCeiling } from '../own-limits/index.ts'
import { dayCounterOf, dayLimitOf, setCounterOf, type TillRules } from './rules.ts'
import { insertTillPayment, selectContact, shareLiveSet } from './store-offline.ts'
import { shareTillSetting } from './store-settings.ts'
import type { UsedCode } from './store.ts'

/** A payment that a scanned code makes without approval. Its operation goes into the payment's posting. */
export interface PlannedCodeUse {
  operation: Operation
  counter: string
  /** In the transaction of the posting: tells the person, and keeps what the receipt says. */
  record(tx: Tx, payment: { paymentRequestId: string; merchantName: string; test: boolean; posting: bigint; at: Date }): Promise<void>
}

/**
 * What a scanned code may pay at once. `ask`: the person approves it. `ended`: an offline code of a set that has ended. A change
 * of what is allowed waits for the transaction.
 */
export async function planCodeUse(
  tx: Tx,
  deps: { ledger: Ledger; ownLimits: OwnLimitRules; tills: TillRules },
  { code, ...payment }: { code: UsedCode; assetType: string; amount: Cents; at: Date },
): Promise<PlannedCodeUse | 'ask' | 'ended'> {
  const { accountId, personId, setId } = code
  const { amount, assetType, at } = payment
  const set = setId === null ? undefined : await shareLiveSet(tx, setId)
  if (setId !== null && !set) return 'ended'
  // An own limit that was lowered since the set was made holds at once.
  const limit = set ? min(cents(set.limit), await noSignalLimit(tx, deps, accountId, at)) : dayLimitOf(await shareTillSetting(tx, accountId), deps.tills)
  if (limit === null || code.testScenario !== null) return 'ask'
  const counter = setId === null ? dayCounterOf(accountId, assetType, at) : setCounterOf(setId)
  await setCeiling(tx, deps.ledger, { id: counter, accountId, limit, kind: 'till' })
  return {
    operation: { op: 'use', account: counter, amount },
    counter,
    async record(inTx, paid) {
      const { paymentRequestId, posting } = paid
      await insertTillPayment(inTx, { paymentRequestId, accountId, personId, counter, amount, posting, at: paid.at, set })
      const contact = await selectContact(inTx, personId)
      if (!contact) return
      const common = { key: `till-payment:${paymentRequestId}`, purpose: 'till-payment', text: noticeOf({ ...paid, amount, offline: set !== undefined }) }
      if (contact.email === null) await queueMessage(inTx, { ...common, channel: 'sms', to: contact.phone })
      else await queueMessage(inTx, { ...common, channel: 'email', to: contact.email, subject: `${format(amount)} paid to ${paid.merchantName}` })
    },
  }
}

function noticeOf({ amount, merchantName, offline, test }: { amount: bigint; merchantName: string; offline: boolean; test: boolean }): string {
  const sentences = [
    `You paid ${format(cents(amount))} to ${merchantName} with ${offline ? 'an offline code' : 'your code'}, without being asked.`,
    'If this wasn’t you, open the payment in Nikau and report it.',
    test ? 'This was test money.' : undefined,
  ]
  return sentences.filter(Boolean).join(' ')
}
