import { Trans, useLingui } from '@lingui/react/macro'
import { AssetMedia, Bullets, Icon, LinkButton, Logo, Page, PageBody, Section, Title } from '@nikau/ui'
import { deployed } from '../../lib/config.ts'
import { paths } from '../../lib/paths.ts'

/** Explains the GiftStation wallet and links to its apps and shops. */
export function GiftStationScreen() {
  const { t } = useLingui()
  const { giftStationAndroid: android, giftStationIos: ios } = deployed.links
  return (
    <Page>
      <PageBody>
        <div className="pt-5 pb-7">
          <Logo label={t`Nikau`} />
        </div>
        <AssetMedia kind="gift" size="xl" />
        <div className="pt-5">
          <Title lede={<Trans>A wallet for gift cards. Buy them, keep them in one place, and spend them at the same shops that accept Nikau.</Trans>}>
            <Trans>GiftStation</Trans>
          </Title>
        </div>
        <Section>
          <Bullets
            items={[
              { key: 'keep', icon: <Icon name="gift" size="s" />, text: <Trans>Gift cards stay in the GiftStation app. Nikau doesn’t hold them.</Trans> },
              {
                key: 'pay',
                icon: <Icon name="pay" size="s" />,
                text: <Trans>At the till, show the barcode in the GiftStation app.</Trans>,
              },
              { key: 'rest', icon: <Icon name="wallet" size="s" />, text: <Trans>If a gift card doesn’t cover the total, pay the rest with Nikau.</Trans> },
            ]}
          />
        </Section>
        {(android ?? ios) !== undefined && (
          <Section title={<Trans>Get the app</Trans>}>
            <div className="grid gap-3">
              {android !== undefined && (
                <LinkButton variant="tonal" full href={android} target="_blank" rel="noreferrer" icon={<Icon name="phone" />}>
                  <Trans>For Android</Trans>
                </LinkButton>
              )}
              {ios !== undefined && (
                <LinkButton variant="tonal" full href={ios} target="_blank" rel="noreferrer" icon={<Icon name="phone" />}>
                  <Trans>For iPhone</Trans>
                </LinkButton>
              )}
            </div>
          </Section>
        )}
        <Section>
          <LinkButton full href={`${paths.locations}?asset=epay.main`} icon={<Icon name="store" />}>
            <Trans>Shops that accept GiftStation</Trans>
          </LinkButton>
        </Section>
      </PageBody>
    </Page>
  )
}
