import { defaultWalletType } from '@nikau/contract/asset-display'
import type { Operation, Outcome } from '@nikau/ledger'
import { cents } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import { crnOf } from '../../../http/bind.ts'
import { Refusal, refuse } from '../../../http/refusal.ts'
import { ledgerAccountOf, selectSpendableWallet } from '../../assets/index.ts'
import { type OwnLimitDeps, ownLimitExceeded, planOwnLimits } from '../../own-limits/index.ts'
import { planCodeUse, type PlannedCodeUse, type TillRules, type UsedCode } from '../../patron-codes/index.ts'
import { consume, type QuotaConsumption, quotaExceeded, type QuotaLimits } from '../../quotas/index.ts'
import { isFrozen } from '../../safety/index.ts'
import { recordMovements } from '../../wallets/index.ts'
import { settlementAccountId, suspenseAccountId, suspenseBalance, useDue, walletPayerLabel } from '../request/accounts.ts'
import { isPending } from '../request/conditions.ts'
import { type ChargedTender, chargeTenders, feeOperations } from '../request/fees.ts'
import { newActivityId } from '../request/ids.ts'
import { ownTokenAccounts, redeemOwnTokens } from '../request/own-tokens.ts'
import { toWireTotal } from '../request/tenders.ts'
import type { RequestRow, Tender } from '../request/types.ts'
import { recordActivity, type RequestDeps } from '../request/with-request.ts'

export type PayByCodeDeps = RequestDeps & OwnLimitDeps & { limits: QuotaLimits; tills: TillRules }

/** What stands in the way of a payment at once: the amount, or anything else. */
type Obstacle = 'amount' | 'other'

/**
 * Pays a new request in the transaction that creates it, or its rest in the one that offers it, from the wallet of the person whose code was scanned, as far as they have
 * allowed it: the till gets a paid request or none that is paid, whatever breaks in between. With an ordinary code the person is asked
 * for what is not allowed. An offline code asks nobody: it is refused, and with it the request, and the till learns only whether it
 * was the amount.
 */
export async function payByCode(
  tx: Tx,
  deps: PayByCodeDeps,
  request: RequestRow,
  code: UsedCode,
): Promise<Refusal<'PATRON_CODE_INVALID' | 'INSUFFICIENT_ASSET_VALUE'> | undefined> {
  const obstacle = await tryToPay(tx, deps, request, code)
  if (obstacle instanceof Refusal) return obstacle
  if (obstacle === undefined || code.setId === null) return undefined
  return refuse(obstacle === 'amount' ? 'INSUFFICIENT_ASSET_VALUE' : 'PATRON_CODE_INVALID')
}

async function tryToPay(tx: Tx, deps: PayByCodeDeps, request: RequestRow, code: UsedCode): Promise<Obstacle | Refusal<'PATRON_CODE_INVALID'> | undefined> {
  const assetType = defaultWalletType(request.test ? 'test' : 'main')
  const { accountId } = code
  const { id, conditions, preAuth, status } = request
  const [amount, at] = [cents(request.remaining), deps.clock.now()]
  const isOffered = request.terms.paymentOptions.some((option) => option.assetType === assetType)
  if (status !== 'new' || preAuth || conditions.some(isPending) || !isOffered) return 'other'
  const walletId = await selectSpendableWallet(tx, accountId, assetType)
  if (walletId === undefined) return 'amount'
  const use = await planCodeUse(tx, deps, { code, assetType, amount, at })
  if (use === 'ask' || use === 'ended') return 'other'
  const own = await planOwnLimits(tx, deps, { accountId, assetType, amount, use: 'payment', firstTime: false, at })
  if (own instanceof Refusal) return 'amount'
  const counted = await consume(tx, deps, { accountId, type: 'spend', assetType, amount })
  const [from, to] = [ledgerAccountOf(walletId), settlementAccountId(request)]
  const tender = tenderOf(deps, request, code, { walletId, assetType })
  const completed = [...request.tenders, tender]
  const charged = chargeTenders(await deps.fees.chargeOf(request.merchantId, at), request, completed)
  const fees = feeOperations(request, charged.map(({ charge }) => charge)) // prettier-ignore
  const inSuspense = suspenseBalance(request)
  const settled: Operation[] = inSuspense > 0n ? [{ op: 'transfer', from: suspenseAccountId(id), to, amount: inSuspense }] : []
  await deps.ledger.openAccounts(tx, ownTokenAccounts(request, completed))
  const limits = [useDue(id, amount), use.operation, ...own.operations, ...counted.operations]
  const operations = [...limits, { op: 'transfer' as const, from, to, amount }, ...settled, ...fees, ...redeemOwnTokens(request, completed)]
  const [outcome] = await deps.ledger.postInTransaction(tx, [
    { reference: `patron-code:${code.id}`, kind: 'payment', subject: `payment-request:${id}`, operations },
  ])
  if (outcome?.outcome !== 'accepted') return await obstacleOf(tx, outcome, { use, from, counted })
  if (await isFrozen(tx, accountId)) return refuse('PATRON_CODE_INVALID')
  const { posting } = outcome
  const { merchantName, test } = request
  const { quota, counted: countedAmount } = counted
  const parties = { srcWalletId: walletId, srcParty: walletPayerLabel, destWalletId: request.settlementWalletId, destParty: merchantName }
  await recordMovements(tx, [{ posting, movement: { paymentRequestId: id, ...parties, quota, counted: countedAmount } }])
  await recordPayment(tx, deps, request, code, { tender: { ...tender, posting: posting.toString() }, charged, posting })
  await use.record(tx, { paymentRequestId: id, merchantName, test, posting, at })
  return undefined
}

async function obstacleOf(tx: Tx, outcome: Outcome | undefined, plan: { use: PlannedCodeUse; from: string; counted: QuotaConsumption }): Promise<Obstacle> {
  if (outcome?.outcome !== 'refused') throw new Error(`payment by code not posted: ${JSON.stringify(outcome)}`)
  const { code, account } = outcome
  if (code === 'insufficient' && account === plan.from) return 'amount'
  if (account === plan.use.counter) return 'amount'
  return (await ownLimitExceeded(tx, outcome)) || (await quotaExceeded(tx, plan.counted, outcome)) ? 'amount' : 'other'
}

function tenderOf(deps: PayByCodeDeps, { remaining }: RequestRow, code: UsedCode, { walletId, assetType }: { walletId: string; assetType: string }): Tender {
  return {
    activityId: newActivityId(deps.ids),
    method: 'wallet',
    assetType,
    description: 'NZD',
    amount: remaining.toString(),
    refunded: '0',
    assetId: walletId,
    payerAccountId: code.accountId,
  }
}

async function recordPayment(
  tx: Tx,
  deps: PayByCodeDeps,
  request: RequestRow,
  code: UsedCode,
  { tender, charged, posting }: { tender: Tender; charged: readonly ChargedTender[]; posting: bigint },
): Promise<void> {
  await recordActivity(
    tx,
    deps,
    request,
    { event: 'paid-in-full', remaining: 0n, paid: tender, charged },
    {
      id: tender.activityId,
      type: 'payment',
      amount: request.remaining,
      createdBy: crnOf({ personId: code.personId }),
      posting,
      detail: { assetType: tender.assetType, paidBy: { assetTotals: [toWireTotal(tender, true)] } },
      webhook: 'payment-request:paid',
    },
  )
}
