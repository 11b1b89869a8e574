import { Trans, useLingui } from '@lingui/react/macro'
import { familyOf } from '@nikau/contract/asset-display'
import { Header, Page, PageBody, Skeleton, Title, useSkeleton } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { Failed } from '../../lib/Failed.tsx'
import { useFlags } from '../../lib/flags.ts'
import { takeOutcome } from '../../lib/one-off-outcome.ts'
import { paths } from '../../lib/paths.ts'
import { usePlace } from '../../lib/screen.ts'
import { Pay } from './Pay.tsx'
import { PayModal } from './PayModal.tsx'
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
  const skeleton = useSkeleton(request.data === undefined)
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
        <div aria-busy="true" className="grid gap-6 pt-2">
          {skeleton && (
            <>
              <Skeleton shape="leaf" />
              <Skeleton shape="figure" width="m" />
              <Skeleton shape="block" width="full" />
            </>
          )}
        </div>
      </Frame>
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

/** While it loads there is no heading: the focus waits for the one that comes. */
function Frame({ children, loading }: { children: ReactNode; loading?: boolean }) {
  const { t } = useLingui()
  const { back } = usePlace()
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        {!loading && (
          <Title hidden>
            <Trans>Pay</Trans>
          </Title>
        )}
        {children}
      </PageBody>
    </Page>
  )
}
