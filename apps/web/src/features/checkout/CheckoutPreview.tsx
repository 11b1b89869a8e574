import type { BrandColour } from '@nikau/contract/branding'
import { cents } from '@nikau/money'
import { useState } from 'react'
import type { BankPayment } from './useBankPayment.ts'
import { RequestMethods } from './PaymentMethods.tsx'
import type { PublicRequest } from './request.ts'

export interface CheckoutPreviewProps {
  name: string
  place: string | undefined
  colour: BrandColour | undefined
  logo: string | undefined
  assetTypes: readonly string[]
  isTest: boolean
}

const amount = cents(1600n)
const nobodyPays: BankPayment = { opening: undefined, error: undefined, open: () => undefined }
const tenMinutesMs = 600_000

/** The public checkout of a payment of $16.00 as it is on a phone: the same code, out of reach. */
export function CheckoutPreview({ name, place, colour, logo, assetTypes, isTest }: CheckoutPreviewProps) {
  const [expiresAt] = useState(() => new Date(Date.now() + tenMinutesMs))
  const request: PublicRequest = {
    id: 'preview',
    url: '',
    merchantId: '',
    merchantName: name,
    colour,
    logo,
    amount,
    paid: cents(0n),
    due: amount,
    lines: [],
    gst: undefined,
    reference: '',
    assetTypes: [...assetTypes],
    status: 'new',
    paidAt: undefined,
    liveness: isTest ? 'test' : 'main',
    expiresAt,
    returnUrl: undefined,
  }
  return (
    <div className="checkout-preview" inert aria-hidden>
      <RequestMethods
        state={{ kind: 'loaded', request, clockOffset: 0, failing: false }}
        merchant={{ location: place, wallets: [] }}
        bankPayment={nobodyPays}
        narrow
      />
    </div>
  )
}
