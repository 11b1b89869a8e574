import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { displayOf, familyOf } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { calendarDate, shortDate } from '@nikau/contract/nz-time'
import { bySoonestExpiry, tokenIssuers } from '@nikau/contract/token-issuers'
import { format, zero } from '@nikau/money'
import { type AssetGround, Section, Shelf, Skeleton, TokenTile, useSkeleton } from '@nikau/ui'
import type { ReactNode } from 'react'
import type { Part } from '../../lib/account.ts'
import { useMode } from '../../lib/account-assets.ts'
import { deployed } from '../../lib/config.ts'
import { Failed } from '../../lib/Failed.tsx'
import { paths } from '../../lib/paths.ts'

interface Tile {
  key: string
  /** The soonest end among what the tile stands for; tiles without one come last. */
  endsAt: number
  tile: ReactNode
}

/** What one holds besides money in the wallet, soonest to end first: cola tokens, the tokens of each issuer, a farm-supplies credit line. */
export function Tiles({ assets }: { assets: Part<Asset[]> }) {
  const { t } = useLingui()
  const skeleton = useSkeleton(assets.data === undefined && !assets.failed)
  const tiles = [...useColaTile(assets.data), ...useIssuerTiles(assets.data), ...useCreditTiles(assets.data)]
  if (assets.failed)
    return (
      <Section title={<Trans>Tokens</Trans>}>
        <Failed part={assets}>
          <Trans>We couldn’t load your tokens</Trans>
        </Failed>
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
        <Shelf label={t`Tokens`}>{tiles.toSorted((a, b) => a.endsAt - b.endsAt).map(({ tile }) => tile)}</Shelf>
      )}
    </Section>
  )
}

const endOf = (tokens: readonly Asset[]) => tokens[0]?.expiresAt?.getTime() ?? Infinity

/** One needs no number. */
const several = (count: number) => (count > 1 ? `×${count}` : undefined)

/** "Ends Fri 20 Nov", or of several "1 ends Fri 20 Nov". */
function useEnding(): (soonestFirst: readonly Asset[]) => string | undefined {
  const { t } = useLingui()
  return (tokens) => {
    const end = tokens[0]?.expiresAt
    if (!end) return undefined
    const day = dayOf(end)
    if (tokens.length === 1) return t`Ends ${day}`
    const count = tokens.filter(({ expiresAt }) => expiresAt && calendarDate(expiresAt) === calendarDate(end)).length
    return count === tokens.length ? t`All end ${day}` : t`${plural(count, { one: '# ends', other: '# end' })} ${day}`
  }
}

/** The year is named when it is another one. */
function dayOf(end: Date): string {
  const [date, today] = [calendarDate(end), calendarDate(new Date())]
  return date.slice(0, 4) === today.slice(0, 4) ? shortDate(date) : `${shortDate(date).replace(/^\w+ /, '')} ${date.slice(0, 4)}`
}

function useColaTile(assets: readonly Asset[] = []): Tile[] {
  const { t } = useLingui()
  const ending = useEnding()
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
      detail={ending(tokens)}
      count={several(count)}
      countSpoken={t`${plural(count, { one: '# token', other: '# tokens' })}`}
    />
  )
  return [{ key: 'cola', endsAt: endOf(tokens), tile }]
}

function useIssuerTiles(assets: readonly Asset[] = []): Tile[] {
  const { t } = useLingui()
  const ending = useEnding()
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
        detail={ending(tokens)}
        count={several(count)}
        countSpoken={t`${plural(count, { one: '# token', other: '# tokens' })}`}
      />
    )
    return { key: issuer.slug, endsAt: endOf(tokens), tile }
  })
}

/** A credit line shows what is on it and how far it reaches. It has no page of its own: it is spent at the till. */
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
      return { key: line.id, endsAt: Infinity, tile: <TokenTile key={line.id} kind="farm" name={displayOf(line).paymentMethodTitle} detail={detail} /> }
    })
}
