import type { PaymentRequest, TillTender } from '@nikau/contract/payment-requests'
import { CallError } from '../../lib/call-error.ts'
import type { SaleApi } from './sale-api.ts'
import { hasRest, type StoredCharge } from './sale.ts'

/** What the sale gives the parts that take its rest and give it back. */
export interface RestDeps {
  api: SaleApi
  charge: () => StoredCharge | undefined
  request: () => PaymentRequest | undefined
  update: (change: Partial<StoredCharge>) => void
  see: (request: PaymentRequest) => void
  act: (action: () => Promise<unknown>) => Promise<boolean>
  follow: (key: string) => void
}

/** Takes the rest of a part payment: by cash or EFTPOS, another customer's code, or a link. */
export function createRestEngine({ api, charge, request, update, see, act, follow }: RestDeps) {
  /** Repeated under its key until it is answered. A refusal says that nothing was recorded. */
  async function record({ requestId, taking }: StoredCharge): Promise<void> {
    if (requestId === undefined || !taking) return
    let refusal: CallError | undefined
    try {
      await api.take(requestId, taking)
    } catch (error) {
      if (!(error instanceof CallError) || !error.isRefusal || error.code === 'TILL_SIGN_ON_REQUIRED' || error.status === 401) throw error
      refusal = error
    }
    const seen = await api.read(requestId)
    if (charge()?.taking?.key !== taking.key) return
    update({ taking: undefined })
    see(seen)
    if (refusal) throw refusal
  }

  return {
    record,
    /** Keeps what was taken before it is sent, so that pressing twice, a lost answer and a restart record it once. */
    take: async (tender: TillTender) => {
      const [open, seen] = [charge(), request()]
      if (!open?.requestId || open.taking || !seen || !hasRest(seen)) return
      const takings = (open.takings ?? 0) + 1
      update({ takings, awaits: undefined, taking: { tender, amount: seen.remainingAmount, key: `${open.key}.taken${takings}` } })
      await act(async () => await record(charge()!))
      follow(open.key)
    },
    offer: async (barcode?: string) => {
      const [open, seen] = [charge(), request()]
      if (!open?.requestId || open.taking || !seen || !hasRest(seen)) return
      const { requestId } = open
      await act(async () => {
        const offered = await api.offerRest(requestId, barcode)
        update({ awaits: barcode === undefined ? 'link' : 'code' })
        see(offered)
      })
      follow(open.key)
    },
    /** Back to the other ways. Whoever was asked can still pay until one of them has. */
    chooseAgain: () => update({ awaits: undefined }),
  }
}
