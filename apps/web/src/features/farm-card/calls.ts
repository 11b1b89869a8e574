import type { verifyFarmlandsCard } from '@nikau/contract/card-verification'
import type { payPaymentRequest } from '@nikau/contract/payment-request-acts'
import { named } from '../checkout/index.ts'

export const calls = {
  verify: named<typeof verifyFarmlandsCard>('POST', '/api/auth/verify-farmlands-card'),
  pay: named<typeof payPaymentRequest>('POST', '/api/payment-requests/:id/pay'),
}
