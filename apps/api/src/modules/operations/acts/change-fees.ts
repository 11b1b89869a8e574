import { z } from 'zod'
import { Refusal, refuse } from '../../../http/refusal.ts'
import { announcePrice, pricedMethods, selectMerchant, selectMerchantPrices } from '../../fees/index.ts'
import { act } from '../act.ts'

const content = z.strictObject({
  merchantId: z.string().min(1).max(100),
  method: z.enum(pricedMethods),
  /** In hundredths of a percent. */
  rate: z.coerce.bigint().nonnegative().max(10_000n),
  /** Cents on top of it, and the most that a payment is charged. */
  fixed: z.coerce.bigint().nonnegative().max(1_000_000n).default(0n),
  cap: z.coerce.bigint().nonnegative().max(100_000_000n).optional(),
  from: z.iso.date(),
})

/** A price of a merchant's own, from a day on that is at least 30 days after its owners were told. */
export const changeFeesAct = act({
  content,
  async plan(tx, _deps, { merchantId, method }) {
    const merchant = await selectMerchant(tx, merchantId)
    if (!merchant) return refuse('MERCHANT_NOT_FOUND')
    const last = (await selectMerchantPrices(tx, merchantId)).find((price) => price.method === method)
    const madeFor = { price: last ? [last.firstDay, last.rate, last.fixed, last.cap ?? ''].join(' ') : 'standard' }
    return { subject: `merchant:${merchantId}`, madeFor, ...(merchant.accountId !== null && { accountId: merchant.accountId }) }
  },
  async perform(tx, _deps, { merchantId, method, rate, fixed, cap, from }, { operator, at }) {
    const price = { method, firstDay: from, rate, fixed, ...(cap !== undefined && { cap }) }
    const done = await announcePrice(tx, { merchantId, price, operator: operator.id, at })
    return done instanceof Refusal ? done : {}
  },
})
