import { Trans, useLingui } from '@lingui/react/macro'
import { Header, ListSkeleton, Page, PageBody, Title, useSkeleton } from '@nikau/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { Failed } from '../../lib/Failed.tsx'
import { paths } from '../../lib/paths.ts'
import { usePlace } from '../../lib/screen.ts'
import { useSession } from '../../lib/session.tsx'
import { outcomeKnown } from './attempt.ts'
import { pages } from './pages.ts'
import { PayModal } from './PayModal.tsx'
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
  const skeleton = useSkeleton(request.data === undefined)
  const person = useSession().user.profile.sub
  const paid = request.data?.status === 'paid'
  useEffect(() => {
    if (paid) outcomeKnown(id, person)
  }, [paid, id, person])
  const close = () => {
    localStorage.setItem(flagOf(id), 'true')
    setClosed('now')
  }
  if (request.missing)
    return (
      <Frame>
        <PayModal kind="not-found" onClose={() => {}} onSelectWallet={() => {}} />
      </Frame>
    )
  if (request.failed)
    return (
      <Frame>
        <Failed part={request}>
          <Trans>We couldn’t load the payment request</Trans>
        </Failed>
      </Frame>
    )
  if (request.data === undefined)
    return (
      <Frame loading>
        <div aria-busy="true">{skeleton && <ListSkeleton rows={4} />}</div>
      </Frame>
    )
  if (pages.summary[request.data.status] !== 'shows') return <Navigate replace to={paths.pay(id)} />
  return closed ? <Summary request={request.data} takesFocus={closed === 'now'} /> : <Success request={request.data} onClose={close} />
}

/** While it loads there is no heading: the focus waits for the one that comes. */
function Frame({ children, loading }: { children: ReactNode; loading?: boolean }) {
  const { t } = useLingui()
  const { back } = usePlace()
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody>
        {!loading && (
          <Title hidden>
            <Trans>Payment Summary</Trans>
          </Title>
        )}
        {children}
      </PageBody>
    </Page>
  )
}
