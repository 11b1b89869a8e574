import { Trans, useLingui } from '@lingui/react/macro'
import { Header, Page, PageBody } from '@nikau/ui'
import { useParams } from 'react-router'
import { useScreen } from '../../lib/current-screen.ts'
import { TransferDetails } from './TransferDetails.tsx'

export function TransferScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const { transferId = '' } = useParams()
  return (
    <Page ground="surface">
      <Header backHref={back} backLabel={t`Back`} title={<Trans>Transfer</Trans>} />
      <PageBody>
        <TransferDetails key={transferId} id={transferId} level={1} />
      </PageBody>
    </Page>
  )
}
