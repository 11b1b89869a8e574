import { Trans, useLingui } from '@lingui/react/macro'
import { Header, Page, PageBody } from '@nikau/ui'
import { useParams, useSearchParams } from 'react-router'
import { useScreen } from '../../lib/current-screen.ts'
import { paths } from '../../lib/paths.ts'
import { useTwoPanes } from '../../lib/useMediaQuery.ts'
import { ActivityDetail } from './ActivityDetail.tsx'
import { ActivityScreen } from './ActivityScreen.tsx'

/** A receipt; on desktop beside the wallet's activity. */
export function ReceiptScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const { activityKey = '' } = useParams()
  const assetId = useSearchParams()[0].get('asset') ?? undefined
  const panes = useTwoPanes()
  if (panes && assetId === undefined) return <ActivityScreen />
  return (
    <Page ground="surface">
      <Header backHref={assetId === undefined ? back : paths.asset(assetId)} backLabel={t`Back`} title={<Trans>Receipt</Trans>} />
      <PageBody>
        <ActivityDetail id={activityKey} level={1} assetId={assetId} />
      </PageBody>
    </Page>
  )
}
