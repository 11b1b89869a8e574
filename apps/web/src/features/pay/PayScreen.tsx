import { Trans } from '@lingui/react/macro'
import { familyOf } from '@nikau/contract/asset-display'
import { Skeleton } from '@nikau/ui'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { useFlags } from '../../lib/flags.ts'
import { takeOutcome } from '../../lib/one-off-outcome.ts'
import { paths } from '../../lib/paths.ts'
import { NotShown } from './NotShown.tsx'
import { Pay } from './Pay.tsx'
import { type ShownRequest, useRequest } from './useRequest.ts'

/** Another request is another screen: nothing of the one before may stand beside a button that pays. */
export function PayScreen() {
  const { paymentRequestId = '' } = useParams()
  return <PayOne key={paymentRequestId} id={paymentRequestId} />
}

function PayOne({ id }: { id: string }) {
  const { showPayScreenForFarmlands } = useFlags()
  const request = useRequest(id)
  // What the page that a bank returns to has told. Read once: it is no longer news when the screen is opened again.
  const [outcome] = useState(() => takeOutcome(id))
  if (request.data === undefined)
    return (
      <NotShown request={request} title={<Trans>Pay</Trans>} tight>
        <div className="grid gap-6 pt-2">
          <Skeleton shape="leaf" />
          <Skeleton shape="figure" width="m" />
          <Skeleton shape="block" width="full" />
        </div>
      </NotShown>
    )
  if (outcome?.kind === 'paid') return <Navigate replace to={paths.paymentSummary(id)} />
  // That screen sends everyone here once the request is no longer new.
  if (showPayScreenForFarmlands && request.data.status === 'new' && onlyFarmlands(request.data)) return <Navigate replace to={paths.farmlandsPay(id)} />
  return <Pay request={request.data} loaded={request} outcome={outcome} />
}

/** The farm-supplies card is all that the shop takes; it is paid with a code, on a screen of its own. */
function onlyFarmlands({ paymentOptions }: ShownRequest): boolean {
  return paymentOptions.length > 0 && paymentOptions.every(({ assetType }) => familyOf(assetType) === 'farmlands.nzd')
}
