import { Trans, useLingui } from '@lingui/react/macro'
import { listRedemptions, type Redemption } from '@nikau/contract/collections'
import { format } from '@nikau/money'
import { shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { CellDetail, type DataColumn, type DataRow, DataTable, PortalCard } from '@nikau/ui'
import { useEffect } from 'react'
import { businessPaths } from '../../lib/business-paths.ts'
import { spacedCode } from '../../lib/merchant-payment-texts.ts'
import { ShowMore } from '../../lib/ShowMore.tsx'
import { useEndpointPages } from '../../lib/useEndpointPages.ts'

type Column = 'token' | 'payment' | 'when' | 'covered'

/** Where tokens came back, newest first. `redeemed` is their number: the list follows it. */
export function Redemptions({ collectionId, redeemed }: { collectionId: string; redeemed: number }) {
  const { t } = useLingui()
  const pages = useEndpointPages(listRedemptions, { params: { id: collectionId } })
  const { refetch } = pages
  useEffect(() => void refetch(), [redeemed, refetch])
  const items = pages.data?.pages.flatMap((page) => page.items) ?? []
  const columns: DataColumn<Column>[] = [
    { key: 'token', label: t`Token`, fold: 'start-1' },
    { key: 'payment', label: t`Payment`, fold: 'start-2' },
    { key: 'when', label: t`When`, fold: 'end-2' },
    { key: 'covered', label: t`Covered`, align: 'end', fold: 'end-1' },
  ]
  return (
    <PortalCard flush title={<Trans>Latest redemptions</Trans>}>
      {items.length === 0 ? (
        <p className="px-5 pb-5 text-ink-2">
          <Trans>None yet. When a customer uses one, its payment shows here.</Trans>
        </p>
      ) : (
        <DataTable caption={t`Redemptions, newest first`} columns={columns} rows={items.map(toRow)} />
      )}
      <ShowMore pages={pages} />
    </PortalCard>
  )
}

function toRow(redemption: Redemption): DataRow<Column> {
  const { token, paymentRequestId, shortCode, merchantName, at, amount, owed, givenBack } = redemption
  const [day, time] = [shortDate(at), timeOfDay(at)]
  return {
    id: `${paymentRequestId} ${token} ${at.toISOString()}`,
    ...(!owed && { href: businessPaths.payment(paymentRequestId) }),
    cells: {
      token: `…${token}`,
      payment: (
        <>
          {spacedCode(shortCode)}
          <CellDetail>{owed ? <Trans>{merchantName}, which you are billed for</Trans> : merchantName}</CellDetail>
        </>
      ),
      when: (
        <Trans>
          {day}, {time}
        </Trans>
      ),
      covered: (
        <>
          {format(amount)}
          {givenBack && (
            <CellDetail>
              <Trans>given back</Trans>
            </CellDetail>
          )}
        </>
      ),
    },
  }
}
