import { Trans } from '@lingui/react/macro'
import { ListSkeleton } from '@nikau/ui'
import { useEffect, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.tsx'
import { outcomeKnown } from './attempt.ts'
import { pages } from './pages.ts'
import { NotShown } from './NotShown.tsx'
import { Success } from './Success.tsx'
import { Summary } from './Summary.tsx'
import { useRequest } from './useRequest.ts'

/** What a paid request was paid with; at the first visit, that it was. */
export function SummaryScreen() {
  const { paymentRequestId = '' } = useParams()
  return <SummaryOf key={paymentRequestId} id={paymentRequestId} />
}

/** In this browser, for ever: a receipt that is opened again does not celebrate again. */
const flagOf = (id: string) => `closedPaymentModal-${id}`

function SummaryOf({ id }: { id: string }) {
  const request = useRequest(id)
  const [closed, setClosed] = useState<'before' | 'now' | undefined>(() => (localStorage.getItem(flagOf(id)) === null ? undefined : 'before'))
  const person = useSession().user.profile.sub
  const paid = request.data?.status === 'paid'
  useEffect(() => {
    if (paid) outcomeKnown(id, person)
  }, [paid, id, person])
  const close = () => {
    localStorage.setItem(flagOf(id), 'true')
    setClosed('now')
  }
  if (request.data === undefined)
    return (
      <NotShown request={request} title={<Trans>Payment Summary</Trans>}>
        <ListSkeleton rows={4} />
      </NotShown>
    )
  if (pages.summary[request.data.status] !== 'shows') return <Navigate replace to={paths.pay(id)} />
  return closed ? <Summary request={request.data} takesFocus={closed === 'now'} /> : <Success request={request.data} onClose={close} />
}
