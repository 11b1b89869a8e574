import { cents, format } from '@nikau/money'
import { type CalendarDate, calendarDate } from '@nikau/nz/nz-time'
import { queueMessage } from '@nikau/rails'
import type { Clock, Db, Tx } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { earliestFirstDay, type PricedMethod } from './rules.ts'
import { insertMerchantPrice, type MerchantPrice, selectOwners } from './store.ts'

/**
 * Sets a price for one merchant from a day on and notifies its owners by email. The day is at least 30 days away, so no payment is
 * charged a price that its merchant did not know.
 */
export async function announcePrice(
  deps: { db: Db; clock: Clock },
  input: { merchantId: string; price: MerchantPrice; operator: string },
): Promise<'announced' | Refusal<'TOO_EARLY' | 'MERCHANT_NOT_FOUND' | 'ALREADY_ANNOUNCED'>> {
  const { merchantId, price, operator } = input
  const at = deps.clock.now()
  const earliest = earliestFirstDay(calendarDate(at))
  if (price.firstDay < earliest) return refuse('TOO_EARLY', { earliest })
  return await inTransaction(deps.db, async (tx) => {
    const merchant = await selectOwners(tx, merchantId)
    if (!merchant) return refuse('MERCHANT_NOT_FOUND')
    if (!(await insertMerchantPrice(tx, merchantId, price, { createdBy: operator, at }))) return refuse('ALREADY_ANNOUNCED')
    await notifyOwners(tx, merchantId, merchant, price)
    return 'announced'
  })
}

async function notifyOwners(
  tx: Tx,
  merchantId: string,
  { name, owners }: NonNullable<Awaited<ReturnType<typeof selectOwners>>>,
  price: MerchantPrice,
): Promise<void> {
  const subject = `New fees for ${name} from ${dayText(price.firstDay)}`
  for (const { id, givenName, email } of owners) {
    if (email === null) continue
    const text = `Kia ora${givenName ? ` ${givenName}` : ''},\n\nFrom ${dayText(price.firstDay)} ${name} pays ${priceText(price)} for payments ${methodTexts[price.method]}, plus GST. Payments before that day keep the fee that they were charged.\n\nNikau`
    await queueMessage(tx, {
      key: `fee:${merchantId}:${price.method}:${price.firstDay}:${id}`,
      purpose: 'fee-change',
      channel: 'email',
      to: email,
      subject,
      text,
    })
  }
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

/** `2027-02-01` as `1 February 2027`. */
function dayText(day: CalendarDate): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-NZ', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}
