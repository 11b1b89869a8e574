import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Dialog, Header, Icon, IconLink, LinkButton, ListSkeleton, Page, PageBody, Title, useSkeleton } from '@nikau/ui'
import { useParams } from 'react-router'
import { useEveryAsset } from '../../lib/account-assets.ts'
import { paths } from '../../lib/paths.ts'
import { usePlace } from '../../lib/screen.ts'
import { ColaToken } from './ColaToken.tsx'
import { IssuerToken } from './IssuerToken.tsx'

/** One thing that a person holds: looked for among all that they hold, so that nobody reads another's by its id. */
export function AssetScreen() {
  const { t } = useLingui()
  const { back, bar } = usePlace()
  const { assetId = '' } = useParams()
  const assets = useEveryAsset()
  const skeleton = useSkeleton(assets.data === undefined && !assets.failed)
  const asset = assets.data?.find(({ id }) => id === assetId)
  const isCola = asset?.type.startsWith('cca.coke')
  const isToken = asset?.type.startsWith('nikau.token')
  if (asset && isCola) return <ColaToken token={asset} />
  if (asset && isToken) return <IssuerToken token={asset} />
  const broken = assets.failed || assets.data !== undefined
  return (
    <Page bar={bar}>
      <Header backHref={back} backLabel={t`Back`} end={<IconLink href={paths.guides(paths.asset(assetId))} label={t`Guides`} icon={<Icon name="help" />} />} />
      <PageBody tight>
        <Title hidden>
          <Trans>Asset Details</Trans>
        </Title>
        <div aria-busy={!broken}>{skeleton && <ListSkeleton rows={3} leaf />}</div>
        <Dialog
          isOpen={broken}
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
          <Trans>We can’t show this just now. What you hold is safe.</Trans>
        </Dialog>
      </PageBody>
    </Page>
  )
}
