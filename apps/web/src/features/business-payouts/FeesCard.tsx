import { Trans, useLingui } from '@lingui/react/macro'
import { getMerchantFees, type MerchantFees } from '@nikau/contract/fees'
import { longDate } from '@nikau/nz/nz-time'
import { ListSkeleton, PortalCard, Receipt, ReceiptRow } from '@nikau/ui'
import { toAsyncData } from '../../lib/async-data.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { usePriceText } from '../../lib/fee-texts.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'

/** What each method costs a merchant now, and what it will cost. For members who may read fees. */
export function FeesCard({ merchantId }: { merchantId: string }) {
  const query = useEndpointQuery(getMerchantFees, { params: { merchantId } })
  const fees = toAsyncData(query.data, query)
  return (
    <PortalCard title={<Trans>Fees</Trans>}>
      {fees.failed ? (
        <LoadFailed source={fees}>
          <Trans>We couldn’t load your fees</Trans>
        </LoadFailed>
      ) : fees.data ? (
        <Prices fees={fees.data} />
      ) : (
        <div aria-busy="true">
          <ListSkeleton rows={3} />
        </div>
      )}
    </PortalCard>
  )
}

function Prices({ fees }: { fees: MerchantFees }) {
  const { t } = useLingui()
  const names = { wallet: t`Nikau wallet`, token: t`Tokens of other issuers`, 'pay-by-bank': t`Pay by bank`, 'farm-card': t`Farm card` }
  const gst = `${fees.gst / 100}%`
  const priceText = usePriceText()
  return (
    <>
      <Receipt>
        {fees.inForce.map((price) => (
          <ReceiptRow key={price.method} name={names[price.method]}>
            {priceText(price)}
          </ReceiptRow>
        ))}
        <ReceiptRow name={<Trans>Your own tokens, and what your till takes itself</Trans>}>
          <Trans>No fee</Trans>
        </ReceiptRow>
      </Receipt>
      <p className="pt-3 text-label text-ink-2">
        <Trans>GST of {gst} comes on top. Fees are taken from each payment and are on the tax invoice of the month.</Trans>
      </p>
      {fees.toCome.length > 0 && (
        <>
          <h3 className="pt-4 font-semibold">
            <Trans>To come</Trans>
          </h3>
          <Receipt>
            {fees.toCome.map((price) => (
              <ReceiptRow key={`${price.method} ${price.firstDay}`} name={<ToCome name={names[price.method]} firstDay={price.firstDay} />}>
                {priceText(price)}
              </ReceiptRow>
            ))}
          </Receipt>
        </>
      )}
    </>
  )
}

function ToCome({ name, firstDay }: { name: string; firstDay: string | undefined }) {
  const day = firstDay === undefined ? '' : longDate(firstDay)
  return (
    <Trans>
      {name}, from {day}
    </Trans>
  )
}
