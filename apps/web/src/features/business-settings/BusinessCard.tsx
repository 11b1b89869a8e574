import { Trans } from '@lingui/react/macro'
import { type Business, getBusiness } from '@nikau/contract/businesses'
import { formatNzbn } from '@nikau/nz/nzbn'
import { ListSkeleton, PortalCard, Receipt, ReceiptRow, TextLink } from '@nikau/ui'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { businessPaths } from '../../lib/business-paths.ts'
import { deployed } from '../../lib/config.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { formatGstNumber } from './draft.ts'

/** The legal entity behind the shop. What we have checked changes with us. */
export function BusinessCard() {
  const { accountId, accountName, shop } = useBusiness()
  const query = useEndpointQuery(getBusiness, { params: { accountId } })
  const business = toAsyncData(query.data, query)
  const { street, suburb, city, postCode } = shop.location ?? {}
  const address = [street, suburb, [city, postCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return (
    <PortalCard title={<Trans>Your business</Trans>}>
      {business.failed ? (
        <LoadFailed source={business}>
          <Trans>Couldn’t load your business</Trans>
        </LoadFailed>
      ) : business.data ? (
        <>
          <Receipt>
            <ReceiptRow name={<Trans>Registered name</Trans>}>{business.data.legalName ?? accountName}</ReceiptRow>
            {business.data.nzbn !== undefined && <ReceiptRow name={<Trans>NZBN</Trans>}>{formatNzbn(business.data.nzbn)}</ReceiptRow>}
            {business.data.gst && (
              <ReceiptRow name={<Trans>GST</Trans>}>
                {business.data.gst.number === undefined ? <Trans>Not registered</Trans> : formatGstNumber(business.data.gst.number)}
              </ReceiptRow>
            )}
            <ReceiptRow name={<Trans>Address of this shop</Trans>}>{address === '' ? <Trans>Online only</Trans> : address}</ReceiptRow>
          </Receipt>
          <HowToChange status={business.data.status} />
        </>
      ) : (
        <div aria-busy="true">
          <ListSkeleton rows={3} />
        </div>
      )}
    </PortalCard>
  )
}

function HowToChange({ status }: Pick<Business, 'status'>) {
  const isOpen = status === 'unverified' || status === 'refused'
  return (
    <p className="pt-3 text-label text-ink-2">
      {isOpen ? (
        <Trans>
          You can change these in <TextLink href={businessPaths.open}>Open for business</TextLink>.
        </Trans>
      ) : (
        <Trans>
          We’ve checked these. To change them, <TextLink href={`mailto:${deployed.supportEmail}`}>contact us</TextLink>.
        </Trans>
      )}
    </p>
  )
}
