import { Trans } from '@lingui/react/macro'
import { AssetMedia, LinkButton } from '@nikau/ui'
import { useScreenPath } from '../../lib/current-screen.ts'

/** Links to the GiftStation page: gift cards are held in GiftStation's own wallet. */
export function GiftCardTile() {
  const details = useScreenPath('giftstation')
  if (details === undefined) return undefined
  return (
    <section className="n-section">
      <div className="n-card flex items-start gap-4">
        <AssetMedia kind="gift" size="l" />
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">
            <Trans>Gift cards</Trans>
          </h2>
          <p className="text-label text-ink-2">
            <Trans>Buy and keep gift cards in the GiftStation wallet.</Trans>
          </p>
          <div className="pt-3">
            <LinkButton variant="tonal" size="s" href={details}>
              <Trans>View Details</Trans>
            </LinkButton>
          </div>
        </div>
      </div>
    </section>
  )
}
