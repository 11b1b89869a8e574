import { Trans, useLingui } from '@lingui/react/macro'
import { displayOf } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { AssetMedia, Bullets, Header, Icon, IconLink, LinkButton, Page, PageBody, PageFooter, Section, TextLink, Title } from '@nikau/ui'
import { deployed } from '../../lib/config.ts'
import { paths } from '../../lib/paths.ts'
import { useScreen, useScreenPath } from '../../lib/current-screen.ts'

/** A cola token, which can be sent to someone or spent at a till with a barcode. */
export function ColaToken({ token }: { token: Asset }) {
  const { t } = useLingui()
  const { back, bar } = useScreen()
  const [send, codes] = [useScreenPath('send'), useScreenPath('my-codes')]
  const { longExpiryDate: expiry } = displayOf(token)
  const { voucherProvider } = deployed.links
  return (
    <Page bar={bar}>
      <Header backHref={back} backLabel={t`Back`} end={<IconLink href={paths.guides(paths.asset(token.id))} label={t`Guides`} icon={<Icon name="help" />} />} />
      <PageBody tight>
        <AssetMedia kind="cola" size="xl" />
        <div className="pt-5">
          <Title lede={expiry ? <Trans>Expires {expiry}</Trans> : <Trans>No Expiry Date Set</Trans>}>
            {token.liveness === 'test' ? <Trans>Coca-Cola (Test)</Trans> : <Trans>Coca-Cola</Trans>}
          </Title>
        </div>
        <p className="flex items-baseline gap-2 pt-4">
          {/* literal: each token is one */}
          <b className="text-title">1</b>
          <span className="text-lead">
            <Trans>Coke</Trans>
          </span>
        </p>
        {voucherProvider !== undefined && (
          <p className="flex items-center gap-2 pt-3">
            <TextLink href={voucherProvider} target="_blank" rel="noreferrer">
              <Trans>About these vouchers</Trans>
            </TextLink>
            <Icon name="external" size="s" />
          </p>
        )}
        <Section title={<Trans>Conditions</Trans>}>
          <Bullets
            items={[
              { key: 'lost', text: <Trans>Cannot be replaced if lost or stolen.</Trans> },
              { key: 'venues', text: <Trans>Redeemable at participating venues only.</Trans> },
              { key: 'cash', text: <Trans>Not exchangeable for cash or refundable.</Trans> },
            ]}
          />
        </Section>
      </PageBody>
      {(send !== undefined || codes !== undefined) && (
        <PageFooter>
          {codes !== undefined && (
            <LinkButton full href={codes}>
              <Trans>Spend it</Trans>
            </LinkButton>
          )}
          {send !== undefined && (
            <LinkButton variant="outlined" full href={send} onClick={() => localStorage.setItem('sendingAssetId', token.id)}>
              <Trans>Send it</Trans>
            </LinkButton>
          )}
        </PageFooter>
      )}
    </Page>
  )
}
