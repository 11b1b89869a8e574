import { Trans, useLingui } from '@lingui/react/macro'
import { type Collection, listCollections } from '@nikau/contract/collections'
import { cents, format } from '@nikau/money'
import {
  CellDetail,
  type DataColumn,
  type DataRow,
  DataTable,
  EmptyState,
  Icon,
  LinkButton,
  ListSkeleton,
  PortalCard,
  PortalPage,
  ProgressBar,
  Stats,
} from '@nikau/ui'
import { toAsyncData } from '../../lib/async-data.ts'
import { businessPaths } from '../../lib/business-paths.ts'
import { useBusiness } from '../../lib/business.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { ShowMore } from '../../lib/ShowMore.tsx'
import { useEndpointPages } from '../../lib/useEndpointPages.ts'
import { CollectionStatusChip, TokenPictureOf, useEndText, useKindText } from './texts.tsx'

/** What the business gives out, and what comes back. */
export function TokensScreen() {
  const { accountId, isTest } = useBusiness()
  const pages = useEndpointPages(listCollections, { query: { accountId, liveness: isTest ? 'test' : 'main' } })
  const collections = pages.data?.pages.flatMap(({ items }) => items)
  const source = toAsyncData(collections, pages)
  return (
    <PortalPage
      title={<Trans>Tokens</Trans>}
      detail={<Trans>What you give out, and what comes back</Trans>}
      actions={
        <LinkButton size="s" href={businessPaths.newToken} icon={<Icon name="plus" size="s" />}>
          <Trans>New token</Trans>
        </LinkButton>
      }
    >
      <div className="grid gap-5">
        {source.failed ? (
          <LoadFailed source={source}>
            <Trans>We couldn’t load your tokens</Trans>
          </LoadFailed>
        ) : collections === undefined ? (
          <div aria-busy="true">
            <ListSkeleton rows={5} />
          </div>
        ) : collections.length === 0 ? (
          <EmptyState drawing="gift" title={<Trans>No tokens yet</Trans>}>
            <Trans>Give customers a free coffee, a discount or a gift card that they hold in their wallet.</Trans>
          </EmptyState>
        ) : (
          <>
            {!pages.hasNextPage && <Totals collections={collections} />}
            <PortalCard flush title={<Trans>All tokens</Trans>}>
              <Collections collections={collections} />
              <ShowMore pages={pages} />
            </PortalCard>
          </>
        )}
      </div>
    </PortalPage>
  )
}

function Totals({ collections }: { collections: readonly Collection[] }) {
  const { t } = useLingui()
  const sum = (of: (collection: Collection) => number) => collections.reduce((total, collection) => total + of(collection), 0)
  const worth = format(cents(collections.reduce((total, { worth: each, counts }) => total + (each ?? 0n) * BigInt(counts.stillOut), 0n)))
  return (
    <Stats
      label={t`All tokens together`}
      items={[
        { key: 'issued', label: <Trans>Given out</Trans>, value: sum(({ counts }) => counts.issued) },
        { key: 'redeemed', label: <Trans>Redeemed</Trans>, value: sum(({ counts }) => counts.redeemed - counts.givenBack) },
        {
          key: 'out',
          label: <Trans>Still out there</Trans>,
          value: (
            <>
              {sum(({ counts }) => counts.stillOut)}
              <CellDetail>
                <Trans>worth up to {worth}</Trans>
              </CellDetail>
            </>
          ),
        },
        { key: 'ended', label: <Trans>Ended unused</Trans>, value: sum(({ counts }) => counts.ended) },
      ]}
    />
  )
}

type Column = 'token' | 'redeemed' | 'worth' | 'ends' | 'status'

function Collections({ collections }: { collections: readonly Collection[] }) {
  const { t } = useLingui()
  const [kindText, endText] = [useKindText(), useEndText()]
  const columns: DataColumn<Column>[] = [
    { key: 'token', label: t`Token`, fold: 'start-1' },
    { key: 'redeemed', label: t`Redeemed`, fold: 'start-2' },
    { key: 'worth', label: t`Worth each`, align: 'end' },
    { key: 'ends', label: t`Ends` },
    { key: 'status', label: t`Status`, fold: 'end-1' },
  ]
  const rows = collections.map((collection): DataRow<Column> => {
    const { id, name, kind, worth, img, status, counts, redemptionConditions } = collection
    const items = redemptionConditions[0]?.items.map((item) => item.name) ?? []
    return {
      id,
      href: businessPaths.token(id),
      cells: {
        token: (
          <span className="flex items-center gap-3">
            <TokenPictureOf img={img} />
            <span>
              {name}
              <CellDetail>{kindText({ kind, worth, items })}</CellDetail>
            </span>
          </span>
        ),
        redeemed: <Meter counts={counts} />,
        worth: worth === undefined ? '–' : format(worth),
        ends: endText(collection),
        status: <CollectionStatusChip status={status} />,
      },
    }
  })
  return <DataTable caption={t`Tokens, newest first`} columns={columns} rows={rows} />
}

/** How many of those given out were used, less those that refunds gave back. */
function Meter({ counts: { issued, redeemed, givenBack } }: { counts: Collection['counts'] }) {
  const { t } = useLingui()
  const used = redeemed - givenBack
  if (issued === 0) return <Trans>None given out yet</Trans>
  const percent = Math.round((used / issued) * 100)
  return (
    <span className="grid min-w-44 gap-1">
      <span className="flex justify-between gap-3">
        <span>
          <Trans>
            {used} of {issued}
          </Trans>
        </span>
        <span className="text-ink-2">{percent}%</span>
      </span>
      <ProgressBar fraction={used / issued} label={t`Redeemed`} valueText={t`${used} of ${issued}`} />
    </span>
  )
}
