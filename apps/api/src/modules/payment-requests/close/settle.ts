import { assertPosted, type Operation } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { recordMovements } from '../../wallets/index.ts'
import { settlementAccountId, suspenseAccountId, suspenseBalance, walletPayerLabel } from '../request/accounts.ts'
import { type ChargedTender, feeOperations } from '../request/fees.ts'
import { ownTokenAccounts, redeemOwnTokens } from '../request/own-tokens.ts'
import type { RequestRow } from '../request/types.ts'
import type { RequestDeps } from '../request/with-request.ts'

/** Moves what was paid on a request to its merchant, less the fees. Undefined when no money moves. */
export async function settleSuspense(
  tx: Tx,
  deps: RequestDeps,
  request: RequestRow,
  charged: readonly ChargedTender[],
  reference: string,
): Promise<bigint | undefined> {
  const amount = suspenseBalance(request)
  const tokens = redeemOwnTokens(request, request.tenders)
  if (amount === 0n && tokens.length === 0) return undefined
  await deps.ledger.openAccounts(tx, ownTokenAccounts(request, request.tenders))
  const money: Operation[] = amount > 0n ? [{ op: 'transfer', from: suspenseAccountId(request.id), to: settlementAccountId(request), amount }] : []
  const outcomes = await deps.ledger.postInTransaction(tx, [
    {
      reference,
      kind: 'payment.settle',
      subject: `payment-request:${request.id}`,
      operations: [
        ...money,
        ...feeOperations(request, charged.map(({ charge }) => charge)), // prettier-ignore
        ...tokens,
      ],
    },
  ])
  assertPosted(outcomes)
  const [outcome] = outcomes
  if (outcome?.outcome !== 'accepted') return undefined
  if (amount === 0n) return outcome.posting
  const movement = { paymentRequestId: request.id, destWalletId: request.settlementWalletId, destParty: request.merchantName, srcParty: walletPayerLabel }
  await recordMovements(tx, [{ posting: outcome.posting, movement }])
  return outcome.posting
}
