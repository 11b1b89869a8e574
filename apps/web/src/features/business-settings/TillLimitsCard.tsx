import { Trans } from '@lingui/react/macro'
import { getTillLimits } from '@nikau/contract/tills'
import { format } from '@nikau/money'
import { Button, ListSkeleton, PortalCard, Receipt, ReceiptRow } from '@nikau/ui'
import { useState } from 'react'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { TillLimitsSheet } from './TillLimitsSheet.tsx'

/** What the tills of this shop may take and give back. The server refuses more, whatever a device sends. */
export function TillLimitsCard() {
  const { shop } = useBusiness()
  const query = useEndpointQuery(getTillLimits, { params: { merchantId: shop.id } })
  const limits = toAsyncData(query.data, query)
  const [isEditing, setEditing] = useState(false)
  return (
    <PortalCard title={<Trans>Limits of the tills</Trans>}>
      {limits.failed ? (
        <LoadFailed source={limits}>
          <Trans>We couldn’t load the limits</Trans>
        </LoadFailed>
      ) : limits.data ? (
        <div className="grid gap-4">
          <Receipt>
            <ReceiptRow name={<Trans>One payment</Trans>}>{format(limits.data.perPayment)}</ReceiptRow>
            <ReceiptRow name={<Trans>A day, each till</Trans>}>{format(limits.data.perDay)}</ReceiptRow>
            <ReceiptRow name={<Trans>Giving back, of one payment</Trans>}>{format(limits.data.refund)}</ReceiptRow>
          </Receipt>
          <div>
            <Button variant="outlined" size="s" onPress={() => setEditing(true)}>
              <Trans>Change till limits</Trans>
            </Button>
          </div>
        </div>
      ) : (
        <div aria-busy="true">
          <ListSkeleton rows={3} />
        </div>
      )}
      {isEditing && limits.data && <TillLimitsSheet limits={limits.data} onClose={() => setEditing(false)} />}
    </PortalCard>
  )
}
