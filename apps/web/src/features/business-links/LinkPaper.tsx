import { Trans, useLingui } from '@lingui/react/macro'
import type { PaymentLink, PaymentLinkPaper } from '@nikau/contract/payment-links'
import { type PaperProps, PosterPaper, StickerPaper } from '@nikau/ui'
import { useBusiness } from '../../lib/business.ts'

/** Longer names are set smaller. */
const longName = 16

/** A link on paper, with the shop's name as the customer's phone shows it. */
export function LinkPaper({ paper, link: { name, url, liveness } }: { paper: PaymentLinkPaper; link: PaymentLink }) {
  const { t } = useLingui()
  const { shop } = useBusiness()
  const place = shop.location?.suburb ?? shop.location?.city
  const atPhone = place === undefined ? shop.name : `${shop.name}, ${place}`
  const shopName = (
    <span data-long={shop.name.length > longName || undefined} translate="no">
      {shop.name}
    </span>
  )
  const common: Pick<PaperProps, 'logoLabel' | 'name' | 'code' | 'test'> = {
    logoLabel: t`Nikau`,
    name,
    code: { text: url, label: t`QR code of ${name}` },
    test: liveness === 'test' ? { word: t`TEST`, text: <Trans>No real money moves</Trans> } : undefined,
  }
  if (paper === 'a6')
    return (
      <StickerPaper
        {...common}
        label={t`A6 sticker`}
        title={
          <>
            <Trans>Scan to pay</Trans>
            {shopName}
          </>
        }
        check={
          <>
            <Trans>Check that your phone says</Trans>
            <br />
            <b>{atPhone}</b>
          </>
        }
      />
    )
  const merchantName = shop.name
  return (
    <PosterPaper
      {...common}
      label={t`A4 poster`}
      title={
        <Trans>
          Pay with
          <br />
          your phone
        </Trans>
      }
      check={
        <>
          <span>
            <Trans>1. Scan the code</Trans>
          </span>
          <span>
            <Trans>2. Check it says {merchantName}</Trans>
          </span>
          <span>
            <Trans>3. Approve the amount</Trans>
          </span>
        </>
      }
      foot={atPhone}
    />
  )
}
