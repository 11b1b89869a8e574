import { Trans, useLingui } from '@lingui/react/macro'
import { displayOf, issuerOf, slugOf } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { type AssetGround, AssetMedia, Header, Icon, IconLink, LinkButton, Page, PageBody, PageFooter, Title } from '@nikau/ui'
import { deployed } from '../../lib/config.ts'
import { useFlags } from '../../lib/flags.ts'
import { paths } from '../../lib/paths.ts'
import { pictureUrl } from '../../lib/shop-picture.ts'
import { useScreen, useScreenPath } from '../../lib/current-screen.ts'
import { AboutIssuer } from './AboutIssuer.tsx'

/** An issuer's token: title, expiry and the issuer's conditions. */
export function IssuerToken({ token }: { token: Asset }) {
  const { t } = useLingui()
  const { back, bar } = useScreen()
  const { showSendAsset } = useFlags()
  const [pay, send] = [useScreenPath('scan'), useScreenPath('send')]
  const { paymentMethodTitle, displayImage, longExpiryDate: expiry, transferable } = displayOf(token)
  const canSend = send !== undefined && showSendAsset && transferable
  const issuer = issuerOf(token)
  return (
    <Page bar={bar}>
      <Header backHref={back} backLabel={t`Back`} end={<IconLink href={paths.guides(paths.asset(token.id))} label={t`Guides`} icon={<Icon name="help" />} />} />
      <PageBody tight>
        <AssetMedia kind={(deployed.brandColorClasses[slugOf(issuer)] ?? 'neutral') satisfies AssetGround} img={pictureUrl(displayImage)} size="xl" />
        <div className="pt-5">
          <Title lede={expiry && <Trans>Expires {expiry}</Trans>}>{paymentMethodTitle}</Title>
        </div>
        <AboutIssuer name={issuer} website={token.issuerWebsite} conditions={token.conditions ?? []} about={token.id} />
      </PageBody>
      {(pay !== undefined || canSend) && (
        <PageFooter>
          {pay !== undefined && (
            <LinkButton full href={pay} icon={<Icon name="pay" />}>
              <Trans>Make a payment</Trans>
            </LinkButton>
          )}
          {canSend && (
            <LinkButton variant="outlined" full href={send} onClick={() => localStorage.setItem('sendingAssetId', token.id)}>
              <Trans>Send it</Trans>
            </LinkButton>
          )}
        </PageFooter>
      )}
    </Page>
  )
}
