import { Trans, useLingui } from '@lingui/react/macro'
import { acceptedAssetName, formatAddress, type MerchantSearchResult, searchMerchants } from '@nikau/contract'
import {
  Button,
  EmptyState,
  FilterChips,
  Header,
  List,
  ListSkeleton,
  LocateIcon,
  Logo,
  Notice,
  Page,
  PageBody,
  Panes,
  SearchField,
  SegmentedLinks,
  Title,
  useSkeleton,
} from '@nikau/ui'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'
import { hasStoredSession } from '../../lib/stored-session.ts'
import { useTwoPanes } from '../../lib/useMediaQuery.ts'
import { acceptedNames, distanceLabel } from './merchant-text.ts'
import { hasLocation } from './map/clusters.ts'
import { MapPane } from './map/MapPane.tsx'
import { MerchantRow } from './MerchantRow.tsx'
import { useGeolocation } from './useGeolocation.ts'

/** The asset types offered as filters. */
const filterableAssets = ['nikau.nzd.main', 'epay.main']
const noMerchants: MerchantSearchResult[] = []

/** The shop list with the map beside it, or in its place on a phone. Filter, view and selected shop live in the URL. */
export function LocationsScreen() {
  const { t } = useLingui()
  const [params, setParams] = useSearchParams()
  const [name, setName] = useState(params.get('name') ?? '')
  const asset = params.get('asset') ?? ''
  const panes = useTwoPanes()
  /** Visitors come from elsewhere; others from their wallet. */
  const isSignedIn = hasStoredSession()
  const showsMap = !panes && params.get('view') === 'map'
  const { origin, state, locate } = useGeolocation()
  const searchText = useDeferredValue(name.trim())
  const result = useEndpointQuery(searchMerchants, {
    query: { paginationLimit: 50, ...(origin && { origin }), ...(asset && { asset: [{ type: asset }] }), ...(searchText && { name: searchText }) },
  })
  /** Where the person was when the shown list was made: rows in another order come as another list, they do not change places. */
  const [listedFrom, setListedFrom] = useState(origin)
  if (listedFrom !== origin && !result.isPlaceholderData) setListedFrom(origin)
  const isLoading = result.isPending || (listedFrom !== origin && !showsMap)
  const skeleton = useSkeleton(isLoading)
  const merchants = result.data?.items ?? noMerchants
  const shops = useMemo(() => merchants.filter(hasLocation), [merchants])
  const selected = shops.find(({ id }) => id === params.get('shop'))

  // A shop selected on the map may be far down the list.
  useEffect(() => {
    if (selected && panes) document.querySelector('.n-list [aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [selected, panes])

  /** The current search params with changes; an empty value removes the param. */
  const paramsWith = (change: Record<string, string>) =>
    new URLSearchParams(Object.entries({ ...Object.fromEntries(params), ...change }).filter(([, value]) => value))
  const change = (parts: Record<string, string>) => setParams(paramsWith(parts), { replace: true })
  const hrefWith = (parts: Record<string, string>) => `${paths.locations}?${paramsWith(parts)}`
  const showAll = () => {
    setName('')
    change({ asset: '', name: '', shop: '' })
  }

  const map = (
    <MapPane
      shops={shops}
      origin={origin}
      selected={selected?.id}
      onLocate={showsMap && state !== 'located' ? locate : undefined}
      onSelect={(id) => change({ shop: id })}
      onClose={() => change({ shop: '' })}
      details={
        selected && (
          <>
            <h2 className="font-semibold">{selected.name}</h2>
            <p className="text-label text-ink-2">
              {[formatAddress(selected.location), acceptedNames(selected), distanceLabel(selected, origin)].filter(Boolean).join(' · ')}
            </p>
          </>
        )
      }
    />
  )
  return (
    <Panes detail={panes ? <div className="sticky top-0 h-dvh py-5 pe-5">{map}</div> : undefined}>
      <Page>
        {isSignedIn && <Header backHref={paths.home} backLabel={t`Back`} />}
        <PageBody tight={isSignedIn}>
          {!isSignedIn && (
            <div className="pt-5 pb-7">
              <Logo label={t`Nikau`} />
            </div>
          )}
          <Title lede={<Trans>Where you can pay with Nikau.</Trans>}>
            <Trans>Shops</Trans>
          </Title>
          <div className="flex flex-col gap-3 pt-6 pb-4">
            <SearchField label={t`Shop, suburb or town`} value={name} onChange={setName} />
            <FilterChips
              label={t`Accepts`}
              value={asset}
              onChange={(value) => change({ asset: value })}
              options={[{ value: '', label: t`All` }, ...filterableAssets.map((type) => ({ value: type, label: acceptedAssetName(type) ?? type }))]}
            />
            {!showsMap && (
              <Button variant="tonal" full icon={<LocateIcon />} onPress={locate} busy={state === 'locating'} busyLabel={t`Finding your location`}>
                <Trans>Use my location</Trans>
              </Button>
            )}
            {!panes && (
              <SegmentedLinks
                label={t`List or map`}
                links={[
                  { href: hrefWith({ view: 'list' }), label: <Trans>List</Trans>, current: !showsMap },
                  { href: hrefWith({ view: 'map' }), label: <Trans>Map</Trans>, current: showsMap },
                ]}
              />
            )}
          </div>
          {state === 'denied' && (
            <Notice tone="info" live="polite" title={<Trans>We can’t find your location</Trans>}>
              <Trans>Shops are listed by name. Allow location access for this site to see the nearest first.</Trans>
            </Notice>
          )}
          {result.isError ? (
            <Notice tone="negative" live="assertive" title={<Trans>We couldn’t load the shops</Trans>}>
              <Button variant="outlined" size="s" onPress={() => void result.refetch()} busy={result.isFetching}>
                <Trans>Try again</Trans>
              </Button>
            </Notice>
          ) : isLoading ? (
            <div aria-busy="true">{skeleton && <ListSkeleton rows={6} leaf />}</div>
          ) : merchants.length === 0 ? (
            <EmptyState
              drawing="place"
              title={<Trans>No shops found</Trans>}
              action={
                <Button variant="tonal" size="s" onPress={showAll}>
                  <Trans>Show all shops</Trans>
                </Button>
              }
            >
              <Trans>Try another name, or a suburb near you.</Trans>
            </EmptyState>
          ) : showsMap ? (
            <div className="h-[calc(100dvh-23rem)] min-h-96">{map}</div>
          ) : (
            <List label={t`Shops`}>
              {merchants.map((merchant) => (
                <MerchantRow
                  key={merchant.id}
                  merchant={merchant}
                  origin={origin}
                  href={hrefWith({ shop: merchant.id, ...(panes ? {} : { view: 'map' }) })}
                  selected={merchant.id === selected?.id}
                />
              ))}
            </List>
          )}
        </PageBody>
      </Page>
    </Panes>
  )
}
