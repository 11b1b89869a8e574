import { Trans, useLingui } from '@lingui/react/macro'
import { Header, Page, PageBody } from '@nikau/ui'
import { useParams } from 'react-router'
import { usePlace } from '../../lib/screen.ts'
import { Opened } from './Opened.tsx'

export function ReceiptScreen() {
  const { t } = useLingui()
  const { back } = usePlace()
  const { movement = '' } = useParams()
  return (
    <Page ground="surface">
      <Header backHref={back} backLabel={t`Back`} title={<Trans>Receipt</Trans>} />
      <PageBody>
        <Opened id={movement} level={1} />
      </PageBody>
    </Page>
  )
}
