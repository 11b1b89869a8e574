import { Trans, useLingui } from '@lingui/react/macro'
import { Header, Page, PageBody, Title, useSkeleton } from '@nikau/ui'
import type { ReactNode } from 'react'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useScreen } from '../../lib/current-screen.ts'
import { PayModal } from './PayModal.tsx'
import type { LoadedRequest } from './useRequest.ts'

/** Shown while the request loads, when loading failed and when there is no such request. */
export function RequestPlaceholder({ request, title, tight, children }: { request: LoadedRequest; title: ReactNode; tight?: boolean; children: ReactNode }) {
  const { t } = useLingui()
  const { back } = useScreen()
  const skeleton = useSkeleton(true)
  const loading = !request.missing && !request.failed
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody {...(tight && { tight })}>
        {/* No heading while loading, so that the focus goes to the final one. */}
        {!loading && <Title hidden>{title}</Title>}
        {request.missing ? (
          <PayModal kind="not-found" onClose={() => {}} onSelectWallet={() => {}} />
        ) : request.failed ? (
          <LoadFailed source={request}>
            <Trans>We couldn’t load the payment request</Trans>
          </LoadFailed>
        ) : (
          <div aria-busy="true">{skeleton && children}</div>
        )}
      </PageBody>
    </Page>
  )
}
