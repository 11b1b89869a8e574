import { balance } from '@nikau/ledger'
import { add, cents, type Cents, subtract } from '@nikau/money'
import type { Source } from '../../../http/bind.ts'
import { Unavailable } from '../../../http/errors.ts'
import { Refusal } from '../../../http/refusal.ts'
import { ledgerAccountOf, selectSpendableTokens, selectSpendableWallet } from '../../assets/index.ts'
import { allowsAmount, notifyUses, permittedPayer } from '../../connections/index.ts'
import { pay, type PayDeps } from '../pay/pay.ts'
import { assignTokens, type AssignedToken } from '../pay/token-lines.ts'
import { selectRequest } from '../request/store.ts'
import type { PayBody, RequestRow } from '../request/types.ts'

/**
 * Pays a request on a connection within its customer's limits: with the tokens that it accepts, if the customer wants them used, and
 * the rest from the wallet. False if the customer has to be asked, and nothing is paid in part: limits and balance are checked for the
 * rest before the first token is used. Each part has its own key, so a call that died between two parts goes on when it is repeated;
 * if it is not, the tokens stay with the request and return when it expires.
 */
export async function payWithoutApproval(deps: PayDeps, source: Source, requestId: string, connectionId: string): Promise<boolean> {
  const payer = await permittedPayer(deps.db, connectionId)
  const request = payer && (await selectRequest(deps.db, requestId))
  if (!payer || !request) return false
  const tokens = payer.tokensFirst ? await tokensFor(deps, payer.accountId, request) : []
  const rest = subtract(cents(request.remaining), add(...tokens.map(({ line }) => line.price)))
  const wallet = await walletFor(deps, request, payer.accountId)
  if (rest > 0n && wallet === undefined) return false
  if (tokens.length > 0 && !(await isCovered(deps, { connectionId, rest, wallet }))) return false
  const parts: PayBody[] = tokens.map(({ token, line }) => ({
    assetType: token.type,
    assetId: token.id,
    lineItems: [line],
    mode: 'multi-asset-payment',
    idempotencyKey: `permission:${requestId}:${token.id}`,
  }))
  if (rest > 0n) parts.push({ assetType: wallet!.type, assetId: wallet!.id, idempotencyKey: `permission:${requestId}` })
  // The person confirmed who they are when they allowed it.
  const call = { actor: { personId: payer.personId }, source, requireStepUp: async () => undefined, connectionId }
  try {
    for (const part of parts) if ((await pay(deps, call, requestId, part)) instanceof Refusal) return false
  } catch (error) {
    // Whether it was paid is read from the request.
    if (error instanceof Unavailable) return true
    throw error
  }
  await notifyUses(deps, requestId)
  return true
}

async function tokensFor({ db, clock }: PayDeps, accountId: string, request: RequestRow): Promise<AssignedToken[]> {
  const collections = request.terms.paymentOptions.flatMap(({ acceptedCollections = [] }) => acceptedCollections.map(({ id }) => id))
  return collections.length === 0 ? [] : assignTokens(request, await selectSpendableTokens(db, accountId, collections, clock.now()))
}

async function walletFor({ db }: PayDeps, { test }: RequestRow, accountId: string): Promise<{ id: string; type: string } | undefined> {
  const type = `nikau.nzd.${test ? 'test' : 'main'}`
  const id = await selectSpendableWallet(db, accountId, type)
  return id === undefined ? undefined : { id, type }
}

async function isCovered(deps: PayDeps, of: { connectionId: string; rest: Cents; wallet: { id: string } | undefined }): Promise<boolean> {
  if (of.rest === 0n) return true
  const { available } = (await balance(deps.db, ledgerAccountOf(of.wallet!.id)))!
  return available >= of.rest && (await allowsAmount(deps, of.connectionId, of.rest))
}
