import { Trans, useLingui } from '@lingui/react/macro'
import { Header, Page, PageBody, Title, useSkeleton } from '@nikau/ui'
import type { ReactNode } from 'react'
import { Failed } from '../../lib/Failed.tsx'
import { usePlace } from '../../lib/screen.ts'
import { PayModal } from './PayModal.tsx'
import type { LoadedRequest } from './useRequest.ts'

/** What stands in place of a request that is not here: there is none, it could not be read, or it is still on its way. */
export function NotShown({ request, title, tight, children }: { request: LoadedRequest; title: ReactNode; tight?: boolean; children: ReactNode }) {
  const { t } = useLingui()
  const { back } = usePlace()
  const skeleton = useSkeleton(true)
  const loading = !request.missing && !request.failed
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody {...(tight && { tight })}>
        {/* While it loads there is no heading: the focus waits for the one that comes. */}
        {!loading && <Title hidden>{title}</Title>}
        {request.missing ? (
          <PayModal kind="not-found" onClose={() => {}} onSelectWallet={() => {}} />
        ) : request.failed ? (
          <Failed part={request}>
            <Trans>We couldn’t load the payment request</Trans>
          </Failed>
        ) : (
          <div aria-busy="true">{skeleton && children}</div>
        )}
      </PageBody>
    </Page>
  )
}
