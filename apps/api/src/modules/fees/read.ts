import type { MerchantFees } from '@nikau/contract/fees'
import { cents } from '@nikau/money'
import { calendarDate } from '@nikau/nz/nz-time'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { merchantFor } from '../merchants/index.ts'
import { priceInForce } from './charge.ts'
import { type FeeTerms, type Price, type PricedMethod, pricedMethods } from './rules.ts'
import { type MerchantPrice, selectMerchantPrices } from './store.ts'

export interface FeeDeps {
  db: Db
  clock: Clock
  terms: FeeTerms
}

/** The fees in force for a merchant, and those to come, for its owners. */
export async function readFees({ db, clock, terms }: FeeDeps, person: Person, merchantId: string): Promise<MerchantFees | Refusal<'FORBIDDEN'>> {
  if (!(await merchantFor(db, person, merchantId, 'fees:read'))) return refuse('FORBIDDEN')
  const [own, now] = [await selectMerchantPrices(db, merchantId), clock.now()]
  return {
    ...feesInForce(terms, own, now),
    toCome: own.filter(({ firstDay }) => firstDay > calendarDate(now)).toReversed().map((price) => ({ ...present(price.method, price), firstDay: price.firstDay })), // prettier-ignore
  }
}

/** What payments of a merchant cost now. */
export function feesInForce(terms: FeeTerms, own: readonly MerchantPrice[], now: Date): Pick<MerchantFees, 'gst' | 'inForce'> {
  return { gst: Number(terms.gst), inForce: pricedMethods.map((method) => present(method, priceInForce(terms, own, method, now))) }
}

function present(method: PricedMethod, { rate, fixed, cap }: Price): MerchantFees['inForce'][number] {
  return { method, rate: Number(rate), fixed: cents(fixed), ...(cap !== undefined && { cap: cents(cap) }) }
}
