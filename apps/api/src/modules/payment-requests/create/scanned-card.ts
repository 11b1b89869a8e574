import type { Db } from '@nikau/runtime'
import { Unavailable } from '../../../http/errors.ts'
import type { MerchantKey } from '../../../http/bind.ts'
import { Refusal, refuse } from '../../../http/refusal.ts'
import type { ExternalPaymentMethod, QuickPay, ScannedCard } from '../external/port.ts'
import { selectConfigForRequest } from './store.ts'

/** The card of a scanned barcode and the method that charges it. */
export interface CardBinding {
  method: ExternalPaymentMethod & { quickPay: QuickPay }
  card: ScannedCard
}

type FindRefused = 'PATRON_CODE_INVALID' | 'NO_AVAILABLE_PAYMENT_OPTIONS' | 'RATE_LIMIT_EXCEEDED'

/** A scanned barcode of an external method, with what its provider answered: the transaction that creates the request asks no one. */
export interface ScannedBarcode {
  /** Takes the barcode's place in the hash of the call. */
  fingerprint: string
  bind(): CardBinding | Refusal<FindRefused>
}

/** Undefined for a barcode that is none of an external method's, and for a caller that the configuration is not for. */
export async function scanBarcode(
  deps: { db: Db; externalMethods: readonly ExternalPaymentMethod[] },
  key: MerchantKey,
  scan: { barcode: string; configId: string },
): Promise<ScannedBarcode | undefined> {
  const { barcode } = scan
  const method = deps.externalMethods.find((candidate): candidate is CardBinding['method'] => candidate.quickPay?.isBarcode(barcode) ?? false)
  const config = method && (await selectConfigForRequest(deps.db, scan.configId, key.accountId))
  if (!method || !config || (config.merchantAccountId !== key.accountId && config.callerPermissions === null)) return undefined
  const { quickPay } = method
  // A barcode is not disclosed to the provider of a card that the merchant does not take.
  const isTaken = config.options.some(({ type }) => type === quickPay.assetTypeOf(config.test))
  const found = isTaken ? await quickPay.find({ barcode, accountId: key.accountId, test: config.test }) : refuse('NO_AVAILABLE_PAYMENT_OPTIONS')
  return {
    fingerprint: quickPay.fingerprintOf(barcode),
    bind() {
      if (found === 'unavailable') throw new Unavailable('the provider of a scanned barcode does not answer')
      return found instanceof Refusal ? found : { method, card: found }
    },
  }
}
