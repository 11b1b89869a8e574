import { getMerchantPayment, getMerchantPaymentTotals, listMerchantPayments } from '@nikau/contract/merchant-payments'
import { listPaymentRequestActivities } from '@nikau/contract/payment-activities'
import { useQueryClient } from '@tanstack/react-query'
import { useBusiness } from '../../lib/business.ts'
import { useBusinessEvents } from '../../lib/business-events.ts'

const shown = [listMerchantPayments, getMerchantPaymentTotals, getMerchantPayment, listPaymentRequestActivities]

export function useReloadPayments(): () => void {
  const client = useQueryClient()
  return () => {
    for (const { method, path } of shown) void client.invalidateQueries({ queryKey: [method, path] })
  }
}

/** Loads what is on the screen again when something happens to a payment of the business. */
export function useLivePayments(): void {
  useBusinessEvents(useBusiness().accountId, useReloadPayments())
}
