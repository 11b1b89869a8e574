import { defaultWalletType } from '@nikau/contract/asset-display'
import { add, cents, subtract } from '@nikau/money'
import type { Source } from '../../../http/bind.ts'
import { Unavailable } from '../../../http/errors.ts'
import { Refusal } from '../../../http/refusal.ts'
import { selectSpendableTokens, selectSpendableWallet } from '../../assets/index.ts'
import { notifyUses, permittedPayer } from '../../connections/index.ts'
import { isPayable } from '../pay/is-payable.ts'
import { pay, type PayDeps } from '../pay/pay.ts'
import { assignTokens, type AssignedToken } from '../pay/token-lines.ts'
import { selectRequest } from '../request/store.ts'
import type { PayBody, RequestRow } from '../request/types.ts'

/**
 * Pays a request on a connection within its customer's limits: with the tokens that it accepts, if the customer wants them used, and
 * the rest from the wallet. Otherwise the customer has to be asked: no token is used for a rest that the wallet cannot pay as of then.
 * Each part has its own key, so a call that died between two parts goes on when it is repeated; if it is not, the tokens stay with the
 * request and return when it expires.
 */
export async function payWithoutApproval(deps: PayDeps, source: Source, requestId: string, connectionId: string): Promise<void> {
  const payer = await permittedPayer(deps.db, connectionId)
  const request = payer && (await selectRequest(deps.db, requestId))
  if (!payer || !request) return
  const tokens = payer.tokensFirst ? await tokensFor(deps, payer.accountId, request) : []
  const rest = subtract(cents(request.remaining), add(...tokens.map(({ line }) => line.price)))
  const wallet = rest > 0n ? await walletOf(deps, request, payer.accountId) : undefined
  if (rest > 0n && !wallet) return
  // The person confirmed who they are when they allowed it.
  const call = { actor: { personId: payer.personId }, source, requireStepUp: async () => undefined, connectionId }
  const mode = 'multi-asset-payment'
  if (wallet && tokens.length > 0 && !(await isPayable(deps, call, requestId, { ...wallet, amount: rest, mode }))) return
  const parts: PayBody[] = tokens.map(({ token, line }) => ({
    assetType: token.type,
    assetId: token.id,
    lineItems: [line],
    mode,
    idempotencyKey: `permission:${requestId}:${token.id}`,
  }))
  if (wallet) parts.push({ ...wallet, idempotencyKey: `permission:${requestId}` })
  try {
    for (const part of parts) if ((await pay(deps, call, requestId, part)) instanceof Refusal) return
  } catch (error) {
    // Whether it was paid is read from the request.
    if (error instanceof Unavailable) return
    throw error
  }
  await notifyUses(deps, requestId)
}

async function tokensFor({ db, clock }: PayDeps, accountId: string, request: RequestRow): Promise<AssignedToken[]> {
  const collections = request.terms.paymentOptions.flatMap(({ acceptedCollections = [] }) => acceptedCollections.map(({ id }) => id))
  return collections.length === 0 ? [] : assignTokens(request, await selectSpendableTokens(db, accountId, collections, clock.now()))
}

async function walletOf({ db }: PayDeps, { test }: RequestRow, accountId: string): Promise<Pick<PayBody, 'assetType' | 'assetId'> | undefined> {
  const assetType = defaultWalletType(test ? 'test' : 'main')
  const assetId = await selectSpendableWallet(db, accountId, assetType)
  return assetId === undefined ? undefined : { assetType, assetId }
}
