import type { lineItem } from '@nikau/contract/payment-requests'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { isRestKept } from './store-status.ts'
import { paymentColumns, type PaymentRow } from './store.ts'
import { lastPosting } from './store-legs.ts'

export interface DetailRow extends PaymentRow {
  merchantId: string
  merchantAccountId: string
  patronAccountId: string | null
  test: boolean
  requestStatus: string
  expiresAt: Date
  remaining: bigint
  isRestKept: boolean
  lineItems: z.input<typeof lineItem>[]
  gstNumber: string | null
  invoiceRef: string | null
  purchaseOrderRef: string | null
  walletId: string
  lastPosting: bigint | null
}

export async function selectDetail(db: Db, merchantId: string, paymentRequestId: string, now: Date): Promise<DetailRow | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${paymentColumns(now)}, r.merchant_id as "merchantId", r.merchant_account_id as "merchantAccountId", r.patron_account_id as "patronAccountId", r.test,
           r.status as "requestStatus", r.expires_at as "expiresAt", r.remaining, ${isRestKept} as "isRestKept", coalesce(r.terms -> 'lineItems', '[]') as "lineItems",
           r.terms ->> 'gstNumber' as "gstNumber", r.terms ->> 'invoiceRef' as "invoiceRef", r.terms ->> 'purchaseOrderRef' as "purchaseOrderRef",
           r.settlement_wallet_id as "walletId", ${lastPosting} as "lastPosting"
      from payment_request r where r.id = ${paymentRequestId} and r.merchant_id = ${merchantId}`.execute(db)
  return rows[0]
}
