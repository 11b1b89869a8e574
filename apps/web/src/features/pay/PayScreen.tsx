import { Trans } from '@lingui/react/macro'
import { familyOf } from '@nikau/contract/asset-display'
import { Skeleton } from '@nikau/ui'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { useFlags } from '../../lib/flags.ts'
import { takeOutcome } from '../../lib/payment-outcome.ts'
import { paths } from '../../lib/paths.ts'
import { RequestPlaceholder } from './RequestPlaceholder.tsx'
import { Pay } from './Pay.tsx'
import { type RequestView, useRequest } from './useRequest.ts'

/** The key resets all state when the request changes. */
export function PayScreen() {
  const { paymentRequestId = '' } = useParams()
  return <PayRequest key={paymentRequestId} id={paymentRequestId} />
}

function PayRequest({ id }: { id: string }) {
  const { showPayScreenForFarmlands } = useFlags()
  const request = useRequest(id)
  // The outcome of a bank payment. Read once: it is stale when the screen opens again.
  const [outcome] = useState(() => takeOutcome(id))
  if (request.data === undefined)
    return (
      <RequestPlaceholder request={request} title={<Trans>Pay</Trans>} tight>
        <div className="grid gap-6 pt-2">
          <Skeleton shape="leaf" />
          <Skeleton shape="figure" width="m" />
          <Skeleton shape="block" width="full" />
        </div>
      </RequestPlaceholder>
    )
  if (outcome?.kind === 'paid') return <Navigate replace to={paths.paymentSummary(id)} />
  // Only while new: the card's screen redirects here once the request is closed.
  if (showPayScreenForFarmlands && request.data.status === 'new' && acceptsOnlyFarmCard(request.data)) return <Navigate replace to={paths.farmlandsPay(id)} />
  return <Pay request={request.data} loaded={request} outcome={outcome} />
}

/** The request accepts only the farm-supplies card, which has its own screen. */
function acceptsOnlyFarmCard({ paymentOptions }: RequestView): boolean {
  return paymentOptions.length > 0 && paymentOptions.every(({ assetType }) => familyOf(assetType) === 'farmlands.nzd')
}
