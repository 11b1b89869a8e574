import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type Collection, getCollection } from '@nikau/contract/collections'
import { format } from '@nikau/money'
import { longDate } from '@nikau/nz/nz-time'
import { Button, ListSkeleton, PortalCard, PortalPage, PosterPaper, PrintedPaper } from '@nikau/ui'
import { useParams } from 'react-router'
import { toAsyncData } from '../../lib/async-data.ts'
import { businessPaths } from '../../lib/business-paths.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { paths, urlOf } from '../../lib/paths.ts'
import { useKindText } from './texts.tsx'

/** A poster that tells customers of a token: what it is, where it is used and until when. */
export function TokenPosterScreen() {
  const { collectionId: id = '' } = useParams()
  const query = useEndpointQuery(getCollection, { params: { id } })
  const back = { href: businessPaths.token(id), label: <Trans>Token</Trans> }
  return (
    <PortalPage title={<Trans>Poster</Trans>} back={back}>
      {query.data ? (
        <Poster collection={query.data} />
      ) : query.isError ? (
        <LoadFailed source={toAsyncData(undefined, query)}>
          <Trans>We couldn’t load this token</Trans>
        </LoadFailed>
      ) : (
        <div aria-busy="true">
          <ListSkeleton rows={3} />
        </div>
      )}
    </PortalPage>
  )
}

function Poster({ collection }: { collection: Collection }) {
  return (
    <div className="n-portal-columns">
      <div className="n-prints">
        <Paper collection={collection} />
      </div>
      <PortalCard title={<Trans>What to print</Trans>}>
        <div className="grid gap-5">
          <p className="text-label text-ink-2">
            <Trans>A4, 210 × 297 mm. Its code opens the wallet. It gives out no token, so customers ask you for one.</Trans>
          </p>
          <Button full onPress={() => print()}>
            <Trans>Print A4 poster</Trans>
          </Button>
        </div>
      </PortalCard>
      <PrintedPaper>
        <Paper collection={collection} />
      </PrintedPaper>
    </div>
  )
}

/** Longer names are set smaller. */
const longName = 16

function Paper({ collection }: { collection: Collection }) {
  const { t, i18n } = useLingui()
  const kindText = useKindText()
  const { name, kind, worth, liveness, redemptionConditions } = collection
  const amount = worth === undefined ? '' : format(worth)
  const shops = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(redemptionConditions.map(({ merchantName }) => merchantName))
  return (
    <PosterPaper
      label={t`A4 poster`}
      logoLabel={t`Nikau`}
      title={
        <span data-long={name.length > longName || undefined} translate="no">
          {name}
        </span>
      }
      name={kindText({ kind, worth, items: redemptionConditions[0]?.items.map((item) => item.name) ?? [] })}
      code={{ text: urlOf(paths.home), label: t`QR code of the wallet` }}
      check={
        <>
          <span>{kind === 'gift' ? <Trans>1. Buy it here for {amount}</Trans> : <Trans>1. Ask us for it</Trans>}</span>
          <span>
            <Trans>2. It’s in your wallet: scan to open it</Trans>
          </span>
          <span>
            <Ends collection={collection} />
          </span>
        </>
      }
      test={liveness === 'test' ? { word: t`TEST`, text: <Trans>No real money moves</Trans> } : undefined}
      foot={shops}
    />
  )
}

function Ends({ collection: { lastDay, life } }: { collection: Collection }) {
  if (lastDay !== undefined) return <LastDay day={longDate(lastDay)} />
  if (!life) return <Trans>3. Use it any time</Trans>
  const { count } = life
  if (life.unit === 'day') return <Plural value={count} one="3. Use it within # day of getting it" other="3. Use it within # days of getting it" />
  return life.unit === 'month' ? (
    <Plural value={count} one="3. Use it within # month of getting it" other="3. Use it within # months of getting it" />
  ) : (
    <Plural value={count} one="3. Use it within # year of getting it" other="3. Use it within # years of getting it" />
  )
}

function LastDay({ day }: { day: string }) {
  return <Trans>3. Use it by {day}</Trans>
}
