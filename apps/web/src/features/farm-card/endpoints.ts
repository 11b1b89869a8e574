import type { verifyFarmlandsCard } from '@nikau/contract/card-verification'
import type { payPaymentRequest } from '@nikau/contract/payment-request-actions'
import { endpointRef } from '../checkout/index.ts'

export const endpoints = {
  verify: endpointRef<typeof verifyFarmlandsCard>('POST', '/api/auth/verify-farmlands-card'),
  pay: endpointRef<typeof payPaymentRequest>('POST', '/api/payment-requests/:id/pay'),
}
