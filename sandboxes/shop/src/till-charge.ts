import { setTimeout as wait } from 'node:timers/promises'
import { isRefusal } from '@nikau/sdk'
import type { NikauApi, PaymentRequest } from './nikau-api.ts'
import { type Charge, type ChargeKind, leftOf, type Leg, type Sale, totalOf } from './till-sales.ts'

const pollMs = 1000
/** A charge that is under way when the request expires may still end. */
const giveUpAfterMs = 10_000

const refusalTexts: Record<string, string> = {
  PATRON_CODE_INVALID: 'This code does not work. Ask for a fresh code.',
  CHECKSUM_FAILED: 'The check digit is wrong. Scan or type the code again.',
  INSUFFICIENT_ASSET_VALUE: 'This code does not pay that much.',
  NO_AVAILABLE_PAYMENT_OPTIONS: 'This shop does not take that card.',
  RATE_LIMIT_EXCEEDED: 'Too many unknown codes. Take cash or EFTPOS, and try codes again later.',
}

const cancellationTexts: Record<string, string> = {
  CANCELLED_BY_MERCHANT: 'Cancelled. Nothing was taken.',
  CANCELLED_BY_PATRON: 'The customer declined. Nothing was taken.',
  DECLINED_BY_PATRON: 'The customer declined. Nothing was taken.',
  DECLINED_BY_MERCHANT: 'Declined. Nothing was taken.',
  PATRON_CODE_EXPIRED: 'This card has expired. Nothing was taken.',
  INACTIVE_ASSET: 'This card is not active. Nothing was taken.',
  PAYMENT_DECLINED: 'The card was declined. Nothing was taken.',
}

/** Takes money for sales. The server polls each open charge itself, so that closing the page loses nothing. */
export function createCharges(api: NikauApi) {
  const wakers = new Map<Charge, () => void>()

  /** Returns after the first answer, or as soon as it is clear that there is none. */
  async function begin(sale: Sale, kind: ChargeKind, barcode?: string): Promise<void> {
    const charge: Charge = {
      key: `${sale.id}:${++sale.charges}`,
      kind,
      amount: leftOf(sale),
      ...(barcode !== undefined && { barcode }),
      isCancelled: false,
      isSilent: false,
    }
    delete sale.notice
    sale.charge = charge
    await step(sale, charge)
    if (sale.charge === charge) void poll(sale, charge)
  }

  async function poll(sale: Sale, charge: Charge): Promise<void> {
    while (sale.charge === charge) {
      await Promise.race([wait(pollMs, undefined, { ref: false }), new Promise<void>((resolve) => wakers.set(charge, resolve))])
      await step(sale, charge)
    }
    wakers.delete(charge)
  }

  async function step(sale: Sale, charge: Charge): Promise<void> {
    try {
      // Before it is read: the first poll charges a scanned card.
      if (charge.request && charge.isCancelled) await cancelNew(charge.request)
      charge.request = charge.request ? await api.read(charge.request.id) : await create(sale, charge)
      delete charge.barcode
      charge.isSilent = false
      if (charge.request.status === 'new') charge.request = (await act(charge, charge.request)) ?? charge.request
      settle(sale, charge, charge.request)
    } catch (error) {
      if (!isRefusal(error)) charge.isSilent = true
      // A refusal of a request that exists says that its status has changed: the next poll reads it.
      else if (!charge.request) end(sale, refusalTexts[error.code] ?? `Nikau refused the charge (${error.code}).`)
    }
  }

  async function create(sale: Sale, charge: Charge): Promise<PaymentRequest> {
    const request = await api.charge({
      key: charge.key,
      reference: sale.id,
      amount: charge.amount,
      basketAmount: totalOf(sale),
      lines: sale.lines,
      expirySeconds: charge.kind === 'slip' ? 86_400 : 120,
      ...(charge.barcode !== undefined && { barcode: charge.barcode }),
    })
    if (!charge.isCancelled || request.status !== 'paid') return request
    // Nikau was silent when the cashier cancelled, so nobody at the till has seen that it is paid.
    await api.cancel(request.id)
    return await api.read(request.id)
  }

  /** Refused when the customer was faster, which the next poll tells. */
  async function cancelNew({ id }: PaymentRequest): Promise<void> {
    try {
      await api.cancelNew(id)
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  }

  /** What the till does with a request that is still new: gives it up, or records what the drawer or the terminal took. */
  async function act(charge: Charge, request: PaymentRequest): Promise<PaymentRequest | undefined> {
    if (charge.isCancelled) return undefined
    if (Date.now() > new Date(request.expiresAt).getTime() + giveUpAfterMs) await api.cancel(request.id)
    else if (charge.kind === 'cash' || charge.kind === 'eftpos')
      await api.recordPayment(request.id, { assetType: `external.${request.liveness}`, reference: `${charge.kind}:${charge.key}` })
    else return undefined
    return await api.read(request.id)
  }

  function settle(sale: Sale, charge: Charge, request: PaymentRequest): void {
    sale.isTest = request.liveness === 'test'
    if (request.taxNumber) sale.gstNumber = request.taxNumber.value
    if (request.status === 'new') return
    if (request.status === 'paid') {
      sale.legs.push(...legsOf(charge, request))
      return end(sale)
    }
    end(sale, request.status === 'expired' ? 'The time ran out. Nothing was taken.' : (cancellationTexts[request.cancellationReason ?? ''] ?? 'Cancelled.'))
  }

  return {
    begin,
    /** Waits a moment for the outcome: the customer may have paid meanwhile. */
    async cancel(sale: Sale): Promise<void> {
      const { charge } = sale
      if (!charge) return
      charge.isCancelled = true
      const deadline = Date.now() + 5000
      while (sale.charge === charge && Date.now() < deadline) {
        wakers.get(charge)?.()
        await wait(50)
      }
    },
    async answerCondition(sale: Sale, accept: boolean): Promise<void> {
      const { charge } = sale
      const condition = charge?.request?.merchantConditions?.find(({ status }) => status === 'awaiting-merchant')
      if (charge?.request && condition) await api.answerCondition(charge.request.id, condition.id, accept)
      if (charge) wakers.get(charge)?.()
    },
    /** Refunds what was taken for a sale that does not come about. */
    async abandon(sale: Sale): Promise<void> {
      const requests = new Set(sale.legs.map(({ requestId }) => requestId))
      sale.isRefunding = true
      try {
        for (const id of requests) {
          await api.cancel(id)
          sale.legs = sale.legs.filter((leg) => leg.requestId !== id)
        }
      } finally {
        sale.isRefunding = false
      }
      sale.isClosed = false
      sale.notice = requests.size > 0 ? 'What was paid has been refunded.' : 'The sale was cancelled.'
      sale.lines = []
    },
  }
}

function end(sale: Sale, notice?: string): void {
  delete sale.charge
  if (notice !== undefined) sale.notice = notice
}

const tillNames = { cash: 'Cash', eftpos: 'EFTPOS' } as const

function legsOf(charge: Charge, request: PaymentRequest): Leg[] {
  const at = new Date()
  const nameOf = (type: string, description: string) => {
    if (charge.kind === 'cash' || charge.kind === 'eftpos') return tillNames[charge.kind]
    return type.startsWith('nikau.nzd.') ? 'Nikau wallet' : description
  }
  return (request.paidBy?.assetTotals ?? []).map(({ type, description, total }) => ({
    by: nameOf(type, description),
    amount: Number(total.amount),
    shortCode: request.shortCode,
    requestId: request.id,
    at,
  }))
}
