import { Trans, useLingui } from '@lingui/react/macro'
import { displayOf, issuerOf } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { slugOf } from '@nikau/contract/asset-display'
import { type AssetGround, AssetMedia, Header, Icon, IconLink, LinkButton, Page, PageBody, PageFooter, Title } from '@nikau/ui'
import { deployed } from '../../lib/config.ts'
import { paths } from '../../lib/paths.ts'
import { useScreen, useScreenPath } from '../../lib/current-screen.ts'
import { AboutIssuer } from './AboutIssuer.tsx'

/** An issuer's token: title, expiry and the issuer's conditions. */
export function IssuerToken({ token }: { token: Asset }) {
  const { t } = useLingui()
  const { back, bar } = useScreen()
  const pay = useScreenPath('scan')
  const { paymentMethodTitle, displayImage, longExpiryDate: expiry } = displayOf(token)
  const issuer = issuerOf(token)
  return (
    <Page bar={bar}>
      <Header backHref={back} backLabel={t`Back`} end={<IconLink href={paths.guides(paths.asset(token.id))} label={t`Guides`} icon={<Icon name="help" />} />} />
      <PageBody tight>
        <AssetMedia kind={(deployed.brandColorClasses[slugOf(issuer)] ?? 'neutral') satisfies AssetGround} img={displayImage} size="xl" />
        <div className="pt-5">
          <Title lede={expiry && <Trans>Expires {expiry}</Trans>}>{paymentMethodTitle}</Title>
        </div>
        <AboutIssuer name={issuer} website={token.issuerWebsite} conditions={token.conditions ?? []} about={token.id} />
      </PageBody>
      {pay !== undefined && (
        <PageFooter>
          <LinkButton full href={pay} icon={<Icon name="pay" />}>
            <Trans>Make a payment</Trans>
          </LinkButton>
        </PageFooter>
      )}
    </Page>
  )
}
