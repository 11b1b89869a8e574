import { Trans, useLingui } from '@lingui/react/macro'
import { Header, Page, PageBody } from '@nikau/ui'
import { useParams } from 'react-router'
import { useScreen } from '../../lib/current-screen.ts'
import { ActivityDetail } from './ActivityDetail.tsx'

export function ReceiptScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const { activityKey = '' } = useParams()
  return (
    <Page ground="surface">
      <Header backHref={back} backLabel={t`Back`} title={<Trans>Receipt</Trans>} />
      <PageBody>
        <ActivityDetail id={activityKey} level={1} />
      </PageBody>
    </Page>
  )
}
