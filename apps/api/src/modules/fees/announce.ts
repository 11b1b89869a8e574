import { cents, format } from '@nikau/money'
import { calendarDate, longDate } from '@nikau/nz/nz-time'
import type { Tx } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { emailOwners, selectOwnerContacts } from '../accounts/index.ts'
import { earliestFirstDay, type PricedMethod } from './rules.ts'
import { insertMerchantPrice, type MerchantPrice, selectMerchant } from './store.ts'

/**
 * Sets a price for one merchant from a day on and notifies its owners by email. The day is at least 30 days away, so no payment is
 * charged a price that its merchant did not know.
 */
export async function announcePrice(
  tx: Tx,
  { merchantId, price, operator, at }: { merchantId: string; price: MerchantPrice; operator: string; at: Date },
): Promise<'announced' | Refusal<'TOO_EARLY' | 'MERCHANT_NOT_FOUND' | 'ALREADY_ANNOUNCED'>> {
  const earliest = earliestFirstDay(calendarDate(at))
  if (price.firstDay < earliest) return refuse('TOO_EARLY', { earliest })
  const merchant = await selectMerchant(tx, merchantId)
  if (!merchant) return refuse('MERCHANT_NOT_FOUND')
  if (!(await insertMerchantPrice(tx, merchantId, price, { createdBy: operator, at }))) return refuse('ALREADY_ANNOUNCED')
  await notifyOwners(tx, merchantId, merchant, price)
  return 'announced'
}

async function notifyOwners(tx: Tx, merchantId: string, { name, accountId }: { name: string; accountId: string | null }, price: MerchantPrice): Promise<void> {
  const owners = accountId === null ? [] : ((await selectOwnerContacts(tx, [accountId])).get(accountId) ?? [])
  await emailOwners(tx, owners, {
    key: `fee:${merchantId}:${price.method}:${price.firstDay}`,
    purpose: 'fee-change',
    subject: `New fees for ${name} from ${longDate(price.firstDay)}`,
    body: `From ${longDate(price.firstDay)} ${name} pays ${priceText(price)} for payments ${methodTexts[price.method]}, plus GST. Payments before that day keep the fee that they were charged.`,
  })
}

const methodTexts: Readonly<Record<PricedMethod, string>> = {
  wallet: 'from a wallet',
  token: 'with tokens of other issuers',
  'pay-by-bank': 'by bank',
  'farm-card': 'by farm-supplies card',
}

function priceText({ rate, fixed, cap }: MerchantPrice): string {
  const percent = `${rate / 100n}.${String(rate % 100n).padStart(2, '0')} %`
  return `${percent}${fixed > 0n ? ` and ${format(cents(fixed))}` : ''}${cap === undefined ? '' : `, at most ${format(cents(cap))}`}`
}
