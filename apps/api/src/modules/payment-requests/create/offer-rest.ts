import type { BodyOf, RefusalOf } from '@nikau/contract'
import { refusalOfStatus } from '@nikau/contract/payment-request-states'
import type { PaymentRequest } from '@nikau/contract/payment-requests'
import type { offerRest as endpoint } from '@nikau/contract/rest-of-payment'
import type { Tx } from '@nikau/runtime'
import type { MerchantKey } from '../../../http/bind.ts'
import { Refusal, refuse } from '../../../http/refusal.ts'
import { isUsedFor, limitGuesses, redeemPatronCode } from '../../patron-codes/index.ts'
import { type ReadDeps, readRequest } from '../read/read.ts'
import { keyMay } from '../request/access.ts'
import { isRestKept } from '../request/rest.ts'
import { changePatron, selectRequest } from '../request/store.ts'
import { type RequestRow, statusOf } from '../request/types.ts'
import { VersionConflict, withRequest } from '../request/with-request.ts'
import type { CreateDeps } from './create.ts'
import { payByCode } from './pay-by-code.ts'

type Refused = RefusalOf<typeof endpoint>

/**
 * Binds a part-paid request of a staff till to another customer by their code, or to nobody, so that its link pays the rest. It stays
 * one request: whoever pays first, by whatever way, leaves nothing for the others. A code that bound it already does so again.
 */
export async function offerRest(
  deps: CreateDeps & ReadDeps,
  key: MerchantKey,
  requestId: string,
  { barcode }: BodyOf<typeof endpoint>,
): Promise<PaymentRequest | Refusal<Refused>> {
  const work = async () =>
    await withRequest(deps, requestId, async (tx, request): Promise<Refusal<Refused> | undefined> => {
      if (!(await keyMay(tx, key, request, 'create'))) return refuse('FORBIDDEN')
      const status = statusOf(request, deps.clock.now())
      // The answer to an offline code that has paid may be lost, too.
      if (status === 'paid' && barcode !== undefined && (await isUsedFor(tx, deps, { barcode, paymentRequestId: requestId }))) return undefined
      if (status !== 'new') return refuse(refusalOfStatus[status])
      if (!isRestKept(request)) return refuse('NOT_PART_PAID')
      if (request.reservedFor !== null) return refuse('PAYMENT_UNCONFIRMED')
      return barcode === undefined ? await bindTo(tx, request, null) : await bindToCode(tx, deps, request, barcode)
    })
  const refused = barcode === undefined ? await work() : await limitGuesses(deps, { accountId: key.accountId, barcode }, work)
  return refused ?? (await readRequest(deps, key, requestId))
}

async function bindToCode(tx: Tx, deps: CreateDeps, request: RequestRow, barcode: string): Promise<Refusal<Refused> | undefined> {
  if (await isUsedFor(tx, deps, { barcode, paymentRequestId: request.id })) return undefined
  const code = await redeemPatronCode(tx, deps, { barcode, paymentRequestId: request.id, test: request.test })
  if (code instanceof Refusal) return code
  // What a test code asks of a till is asked before anything is paid.
  if (code.testScenario !== null) return refuse('PATRON_CODE_INVALID')
  await bindTo(tx, request, code.accountId)
  return await payByCode(tx, deps, (await selectRequest(tx, request.id))!, code)
}

async function bindTo(tx: Tx, request: RequestRow, patronAccountId: string | null): Promise<undefined> {
  if (!(await changePatron(tx, request, patronAccountId))) throw new VersionConflict('payment request changed since it was read')
}
