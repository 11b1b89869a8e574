import { Trans } from '@lingui/react/macro'
import type { MerchantPaymentDetail } from '@nikau/contract/merchant-payments'
import { getPaymentRequest } from '@nikau/contract/payment-requests'
import { subtract, zero } from '@nikau/money'
import { Button, UndoIcon } from '@nikau/ui'
import { useState } from 'react'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { RefundDialog } from '../business-refunds/index.ts'
import { useReloadPayments } from './useLivePayments.ts'

/** Refunds a payment that has something left to refund. */
export function RefundAction({ payment }: { payment: MerchantPaymentDetail }) {
  const { id, status, received, rounding = zero, refunded } = payment
  const [isOpen, setOpen] = useState(false)
  const reload = useReloadPayments()
  const close = () => {
    setOpen(false)
    reload()
  }
  const isRefundable = (status === 'paid' || status === 'part-paid' || status === 'part-refunded') && refunded < subtract(received, rounding)
  const request = useEndpointQuery(getPaymentRequest, { params: { id } }, { enabled: isRefundable })
  // An instalment goes back when its request is cancelled or expires.
  if (!isRefundable || request.data?.status !== 'paid') return undefined
  return (
    <>
      <Button variant="outlined" size="s" icon={<UndoIcon size="s" />} onPress={() => setOpen(true)}>
        <Trans>Refund</Trans>
      </Button>
      <RefundDialog payment={payment} isOpen={isOpen} onClose={close} />
    </>
  )
}
