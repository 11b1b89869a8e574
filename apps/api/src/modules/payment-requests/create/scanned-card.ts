import type { Db } from '@nikau/runtime'
import { Unavailable } from '../../../http/errors.ts'
import type { MerchantKey } from '../../../http/bind.ts'
import { Refusal, refuse } from '../../../http/refusal.ts'
import type { ExternalPaymentMethod, QuickPay, ScannedCard } from '../external/port.ts'
import { configFor, type ConfigRefused } from './config.ts'

/** The card of a scanned barcode and the method that charges it. */
export interface CardBinding {
  method: ExternalPaymentMethod & { quickPay: QuickPay }
  card: ScannedCard
}

type FindRefused = ConfigRefused | 'PATRON_CODE_INVALID' | 'NO_AVAILABLE_PAYMENT_OPTIONS' | 'RATE_LIMIT_EXCEEDED' | 'PAUSED'

/** A scanned barcode of an external method, with what its provider answered: the transaction that creates the request asks no one. */
export interface ScannedBarcode {
  /** Takes the barcode's place in the hash of the call. */
  fingerprint: string
  bind(): CardBinding | Refusal<FindRefused>
}

/** Undefined for a barcode that is none of an external method's. */
export async function scanBarcode(
  deps: { db: Db; externalMethods: readonly ExternalPaymentMethod[] },
  key: MerchantKey,
  scan: { barcode: string; configId: string },
): Promise<ScannedBarcode | undefined> {
  const { barcode } = scan
  const method = deps.externalMethods.find((candidate): candidate is CardBinding['method'] => candidate.quickPay?.isBarcode(barcode) ?? false)
  if (!method) return undefined
  const found = await findCard(deps.db, method.quickPay, key, scan)
  return {
    fingerprint: method.quickPay.fingerprintOf(barcode),
    bind() {
      if (found === 'unavailable') throw new Unavailable('the provider of a scanned barcode does not answer')
      return found instanceof Refusal ? found : { method, card: found }
    },
  }
}

/** A barcode is not disclosed to the provider for a call that is refused anyway, or of a card that the merchant does not take. */
async function findCard(
  db: Db,
  quickPay: QuickPay,
  key: MerchantKey,
  { barcode, configId }: { barcode: string; configId: string },
): Promise<ScannedCard | 'unavailable' | Refusal<FindRefused>> {
  const config = await configFor(db, key, configId)
  if (config instanceof Refusal) return config
  const { test } = config
  const isTaken = config.options.some(({ type }) => type === quickPay.assetTypeOf(test))
  return isTaken ? await quickPay.find({ barcode, accountId: key.accountId, test }) : refuse('NO_AVAILABLE_PAYMENT_OPTIONS')
}
