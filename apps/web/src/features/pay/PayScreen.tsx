import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { useFlags } from '../../lib/flags.ts'
import { useModeOfRequest } from '../../lib/mode-of-request.ts'
import { takeOutcome } from '../../lib/payment-outcome.ts'
import { paths } from '../../lib/paths.ts'
import { RequestPlaceholder } from './RequestPlaceholder.tsx'
import { Pay } from './Pay.tsx'
import { isCreditLine } from './suggestion.ts'
import { type LoadedRequest, type RequestView, useRequest } from './useRequest.ts'
import { useSuggestion } from './useSuggestion.ts'

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
  const { state } = useLocation() as { state: { fromCard?: true } | null }
  const fromCard = state?.fromCard === true
  const isInMode = useModeOfRequest(request.data?.liveness)
  if (request.data === undefined || !isInMode) return <PayPlaceholder request={request} />
  if (outcome?.kind === 'paid') return <Navigate replace to={paths.paymentSummary(id)} />
  const pay = <Pay request={request.data} loaded={request} outcome={outcome} fromCard={fromCard} />
  // Only while new: the card's screen redirects here once the request is closed.
  if (!showPayScreenForFarmlands || fromCard || request.data.status !== 'new' || !acceptsOnlyFarmCard(request.data)) return pay
  return (
    <CreditLineOrCard request={request.data} loaded={request}>
      {pay}
    </CreditLineOrCard>
  )
}

/** A request that accepts only the farm-supplies card is paid with the payer's own credit line, or else on the card's own screen. */
function CreditLineOrCard({ request, loaded, children }: { request: RequestView; loaded: LoadedRequest; children: ReactNode }) {
  const { data, failed } = useSuggestion(request)
  if (data === undefined && !failed) return <PayPlaceholder request={loaded} />
  return data && data.usable.length > 0 ? children : <Navigate replace to={paths.farmlandsPay(request.id)} />
}

function PayPlaceholder({ request }: { request: LoadedRequest }) {
  return (
    <RequestPlaceholder request={request} title={<Trans>Pay</Trans>} tight>
      <div className="grid gap-6 pt-2">
        <Skeleton shape="leaf" />
        <Skeleton shape="figure" width="m" />
        <Skeleton shape="block" width="full" />
      </div>
    </RequestPlaceholder>
  )
}

function acceptsOnlyFarmCard({ paymentOptions }: RequestView): boolean {
  return paymentOptions.length > 0 && paymentOptions.every(({ assetType }) => isCreditLine({ type: assetType }))
}
