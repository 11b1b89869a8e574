import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { displayOf, familyOf } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { calendarDate, shortDate } from '@nikau/nz/nz-time'
import { bySoonestExpiry, tokenIssuers } from '../../lib/token-issuers.ts'
import { format, zero } from '@nikau/money'
import { type AssetGround, Section, TileCarousel, Skeleton, TokenTile, useSkeleton } from '@nikau/ui'
import type { ReactNode } from 'react'
import type { AsyncData } from '../../lib/async-data.ts'
import { useMode } from '../../lib/mode.ts'
import { deployed } from '../../lib/config.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { paths } from '../../lib/paths.ts'

interface Tile {
  key: string
  /** The earliest expiry among the tile's tokens, in milliseconds; Infinity without one. */
  soonestExpiry: number
  tile: ReactNode
}

/** Assets other than wallet money, soonest expiry first: cola tokens, each issuer's tokens, a farm-supplies credit line. */
export function AssetTiles({ assets }: { assets: AsyncData<Asset[]> }) {
  const { t } = useLingui()
  const skeleton = useSkeleton(assets.data === undefined && !assets.failed)
  const tiles = [...useColaTile(assets.data), ...useIssuerTiles(assets.data), ...useCreditTiles(assets.data)]
  if (assets.failed)
    return (
      <Section title={<Trans>Tokens</Trans>}>
        <LoadFailed source={assets}>
          <Trans>We couldn’t load your tokens</Trans>
        </LoadFailed>
      </Section>
    )
  if (assets.data !== undefined && tiles.length === 0) return undefined
  return (
    <Section title={<Trans>Tokens</Trans>}>
      {assets.data === undefined ? (
        <div className="min-h-35" aria-busy="true">
          {skeleton && <Skeleton shape="block" width="full" />}
        </div>
      ) : (
        <TileCarousel label={t`Tokens`}>{tiles.toSorted((a, b) => a.soonestExpiry - b.soonestExpiry).map(({ tile }) => tile)}</TileCarousel>
      )}
    </Section>
  )
}

const soonestExpiryOf = (tokens: readonly Asset[]) => tokens[0]?.expiresAt?.getTime() ?? Infinity

/** A single token shows no count. */
const countLabel = (count: number) => (count > 1 ? `×${count}` : undefined)

/** "Expires Fri 20 Nov", or with several tokens "1 expires Fri 20 Nov". */
function useExpiryText(): (soonestFirst: readonly Asset[]) => string | undefined {
  const { t } = useLingui()
  return (tokens) => {
    const end = tokens[0]?.expiresAt
    if (!end) return undefined
    const day = expiryDay(end)
    if (tokens.length === 1) return t`Expires ${day}`
    const count = tokens.filter(({ expiresAt }) => expiresAt && calendarDate(expiresAt) === calendarDate(end)).length
    return count === tokens.length ? t`All expire ${day}` : t`${plural(count, { one: '# expires', other: '# expire' })} ${day}`
  }
}

/** Names the year only if it is not the current one. */
function expiryDay(end: Date): string {
  const [date, today] = [calendarDate(end), calendarDate(new Date())]
  return date.slice(0, 4) === today.slice(0, 4) ? shortDate(date) : `${shortDate(date).replace(/^\w+ /, '')} ${date.slice(0, 4)}`
}

function useColaTile(assets: readonly Asset[] = []): Tile[] {
  const { t } = useLingui()
  const expiryText = useExpiryText()
  const tokens = assets.filter(({ type }) => type.startsWith('cca.coke')).toSorted(bySoonestExpiry)
  const [first] = tokens
  if (!first) return []
  const count = tokens.length
  const tile = (
    <TokenTile
      key="cola"
      href={paths.asset(first.id)}
      kind="cola"
      name={t`Coca-Cola`}
      detail={expiryText(tokens)}
      count={countLabel(count)}
      countSpoken={t`${plural(count, { one: '# token', other: '# tokens' })}`}
    />
  )
  return [{ key: 'cola', soonestExpiry: soonestExpiryOf(tokens), tile }]
}

function useIssuerTiles(assets: readonly Asset[] = []): Tile[] {
  const { t } = useLingui()
  const expiryText = useExpiryText()
  const mode = useMode()
  return tokenIssuers(assets, mode, deployed.brandColorClasses).map((issuer) => {
    const tokens = issuer.collections.flatMap((collection) => collection.tokens).toSorted(bySoonestExpiry)
    const count = issuer.totalTokens
    const tile = (
      <TokenTile
        key={issuer.slug}
        href={paths.issuer(issuer.slug)}
        kind={issuer.brandColorClass as AssetGround}
        img={issuer.img}
        name={issuer.name}
        detail={expiryText(tokens)}
        count={countLabel(count)}
        countSpoken={t`${plural(count, { one: '# token', other: '# tokens' })}`}
      />
    )
    return { key: issuer.slug, soonestExpiry: soonestExpiryOf(tokens), tile }
  })
}

/** A credit line shows its balance and limit, and leads to its page. */
function useCreditTiles(assets: readonly Asset[] = []): Tile[] {
  return assets
    .filter(({ type }) => familyOf(type) === 'farmlands.nzd')
    .map((line) => {
      const [balance, limit] = [format(line.balance ?? zero), format(line.limit ?? zero)]
      const detail = (
        <>
          <Trans>
            Balance <span className="whitespace-nowrap">{balance}</span>
          </Trans>
          <br />
          <Trans>
            Limit <span className="whitespace-nowrap">{limit}</span>
          </Trans>
        </>
      )
      const tile = <TokenTile key={line.id} href={paths.asset(line.id)} kind="farm" name={displayOf(line).paymentMethodTitle} detail={detail} />
      return { key: line.id, soonestExpiry: Infinity, tile }
    })
}
