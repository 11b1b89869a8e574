import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Dialog, Header, Icon, IconLink, LinkButton, ListSkeleton, Page, PageBody, Title, useSkeleton } from '@nikau/ui'
import { useParams } from 'react-router'
import { useAllAssets } from '../../lib/account-assets.ts'
import { useMode } from '../../lib/mode.ts'
import { paths } from '../../lib/paths.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { ColaToken } from './ColaToken.tsx'
import { CreditLine } from './CreditLine.tsx'
import { IssuerToken } from './IssuerToken.tsx'
import { useReportMissing } from './useReportMissing.ts'

/** One asset of the current mode, looked up among the person's own assets, so an id never exposes another person's asset. */
export function AssetScreen() {
  const { t } = useLingui()
  const { back, bar } = useScreen()
  const { assetId = '' } = useParams()
  const assets = useAllAssets()
  const skeleton = useSkeleton(assets.data === undefined && !assets.failed)
  const mode = useMode()
  const asset = assets.data?.find(({ id, liveness }) => id === assetId && liveness === mode)
  useReportMissing(asset === undefined && (assets.failed || assets.data !== undefined))
  const isCola = asset?.type.startsWith('cca.coke')
  const isToken = asset?.type.startsWith('nikau.token')
  if (asset && isCola) return <ColaToken token={asset} />
  if (asset && isToken) return <IssuerToken token={asset} />
  if (asset?.limit !== undefined) return <CreditLine line={asset} />
  const isUnavailable = assets.failed || assets.data !== undefined
  return (
    <Page bar={bar}>
      <Header backHref={back} backLabel={t`Back`} end={<IconLink href={paths.guides(paths.asset(assetId))} label={t`Guides`} icon={<Icon name="help" />} />} />
      <PageBody tight>
        <Title hidden>
          <Trans>Asset Details</Trans>
        </Title>
        <div aria-busy={!isUnavailable}>{skeleton && <ListSkeleton rows={3} leaf />}</div>
        <Dialog
          isOpen={isUnavailable}
          onClose={() => {}}
          locked
          role="alertdialog"
          tone="negative"
          icon={<Icon name="problem" />}
          title={<Trans>Something Went Wrong</Trans>}
          actions={
            <>
              <Button full onPress={() => location.reload()}>
                <Trans>Refresh</Trans>
              </Button>
              <LinkButton variant="outlined" full href={paths.home}>
                <Trans>Go Home</Trans>
              </LinkButton>
            </>
          }
        >
          <Trans>We can’t show this right now. Your tokens and money are safe.</Trans>
        </Dialog>
      </PageBody>
    </Page>
  )
}
