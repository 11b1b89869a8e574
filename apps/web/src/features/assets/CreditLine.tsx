import { Trans, useLingui } from '@lingui/react/macro'
import { displayOf } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { type Cents, format, subtract, zero } from '@nikau/money'
import { AssetMedia, Bullets, Header, Icon, LinkButton, Money, Page, PageBody, PageFooter, QuotaBar, Section, Title } from '@nikau/ui'
import { useSpokenAmount } from '../../lib/localized-text.ts'
import { useScreen, useScreenPath } from '../../lib/current-screen.ts'
import { ExportButton } from '../activity/index.ts'
import { CreditLineActivity } from './CreditLineActivity.tsx'

/** A farm-supplies credit line: what is left of it, what is used, how it is paid and what happened on it. */
export function CreditLine({ line }: { line: Asset }) {
  const { t } = useLingui()
  const { back, bar } = useScreen()
  const spoken = useSpokenAmount()
  const pay = useScreenPath('scan')
  const { used, left, limit } = creditOf(line)
  const [usedText, limitText] = [format(used), format(limit)]
  const name = displayOf(line).paymentMethodTitle
  return (
    <Page bar={bar}>
      <Header backHref={back} backLabel={t`Back`} end={<ExportButton walletId={line.id} />} />
      <PageBody tight>
        <AssetMedia kind="farm" size="xl" />
        <div className="pt-5">
          <Title lede={line.liveness === 'test' ? <Trans>Credit line (Test)</Trans> : <Trans>Credit line</Trans>}>{name}</Title>
        </div>
        <div className="pt-4">
          <p className="text-label text-ink-2">
            <Trans>Available</Trans>
          </p>
          <Money text={format(left)} spoken={spoken(left)} />
        </div>
        <div className="pt-4">
          <QuotaBar used={limit === 0n ? 0 : Number(used) / Number(limit)} label={<Trans>Used</Trans>} text={t`${usedText} of ${limitText}`} />
        </div>
        <Section title={<Trans>How it works</Trans>}>
          <Bullets
            items={[
              { key: 'where', text: <Trans>Pays in full, or the rest after tokens, wherever a shop takes the Farmlands Card.</Trans> },
              { key: 'repaid', text: <Trans>You pay it back on your Farmlands account, not in Nikau.</Trans> },
              { key: 'refund', text: <Trans>A refund comes back to the credit line.</Trans> },
            ]}
          />
        </Section>
        <CreditLineActivity lineId={line.id} />
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

/** Used is what is left missing of the limit; it includes amounts that are held for a purchase. */
function creditOf({ limit = zero, availableBalance = zero }: Asset): { used: Cents; left: Cents; limit: Cents } {
  const used = subtract(limit, availableBalance)
  return { used: used > 0n ? used : zero, left: availableBalance, limit }
}
