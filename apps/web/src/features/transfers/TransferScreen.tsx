import { Trans, useLingui } from '@lingui/react/macro'
import { Header, Page, PageBody } from '@nikau/ui'
import { Navigate, useParams } from 'react-router'
import { useScreen } from '../../lib/current-screen.ts'
import { paths } from '../../lib/paths.ts'
import { useTwoPanes } from '../../lib/useMediaQuery.ts'
import { TransferDetails } from './TransferDetails.tsx'

/** A top-up or withdrawal; on desktop beside the wallet's activity. */
export function TransferScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const { transferId = '' } = useParams()
  if (useTwoPanes()) return <Navigate to={`${paths.activity}?open=t${transferId}`} replace />
  return (
    <Page ground="surface">
      <Header backHref={back} backLabel={t`Back`} title={<Trans>Transfer</Trans>} />
      <PageBody>
        <TransferDetails key={transferId} id={transferId} level={1} />
      </PageBody>
    </Page>
  )
}
