import { Trans } from '@lingui/react/macro'
import { ListSkeleton } from '@nikau/ui'
import { useEffect, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { useModeOfRequest } from '../../lib/mode-of-request.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.tsx'
import { clearPendingPayment } from './pending-payment.ts'
import { pageByStatus } from './page-by-status.ts'
import { RequestPlaceholder } from './RequestPlaceholder.tsx'
import { Success } from './Success.tsx'
import { Summary } from './Summary.tsx'
import { useJustPaid } from './useJustPaid.ts'
import { type RequestView, useRequest } from './useRequest.ts'

/** The receipt of a paid request; on the first visit within minutes of the payment, the success screen. */
export function SummaryScreen() {
  const { paymentRequestId = '' } = useParams()
  return <RequestSummary key={paymentRequestId} id={paymentRequestId} />
}

/** Local storage key: the success screen is shown once per request. */
const closedKey = (id: string) => `closedPaymentModal-${id}`

function RequestSummary({ id }: { id: string }) {
  const request = useRequest(id)
  useModeOfRequest(request.data?.liveness)
  const [closed, setClosed] = useState<'before' | 'now' | undefined>(() => (localStorage.getItem(closedKey(id)) === null ? undefined : 'before'))
  const isJustPaid = useJustPaid(request.data?.paidAt)
  const userId = useSession().user.profile.sub
  const paid = request.data?.status === 'paid'
  useEffect(() => {
    if (paid) clearPendingPayment(id, userId)
  }, [paid, id, userId])
  const close = () => {
    localStorage.setItem(closedKey(id), 'true')
    setClosed('now')
  }
  if (request.data === undefined)
    return (
      <RequestPlaceholder request={request} title={<Trans>Payment Summary</Trans>}>
        <ListSkeleton rows={4} />
      </RequestPlaceholder>
    )
  if (pageByStatus.summary[request.data.status] !== 'show' && !hasPaidPart(request.data)) return <Navigate replace to={paths.pay(id)} />
  if (!closed && isJustPaid) return <Success request={request.data} onClose={close} />
  return <Summary request={request.data} focusHeading={closed === 'now'} />
}

/** A staff till keeps the rest of a request for others to pay: whoever paid a part has their receipt already. */
function hasPaidPart({ restUntil, paidBy }: RequestView): boolean {
  return restUntil !== undefined && (paidBy?.assetTotals.some(({ payerAccountId }) => payerAccountId !== undefined) ?? false)
}
