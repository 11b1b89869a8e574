import { Trans, useLingui } from '@lingui/react/macro'
import { acceptedAssetName, address, type MerchantFound, searchMerchants } from '@nikau/contract'
import {
  Button,
  EmptyState,
  FilterChips,
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
import { useAnswer } from '../../lib/hooks.ts'
import { paths } from '../../lib/paths.ts'
import { usePanes } from '../../lib/useWide.ts'
import { acceptedNames, awayText } from './describe.ts'
import { isPlaced } from './map/clusters.ts'
import { MapPane } from './map/MapPane.tsx'
import { MerchantRow } from './MerchantRow.tsx'
import { useOrigin } from './useOrigin.ts'

/** Assets one can filter on: those that have a name to list. */
const filters = ['nikau.nzd.main', 'epay.main']
const none: MerchantFound[] = []

/** The list, and the map beside it or, on a phone, in its place. Filter, view and the shop that is looked at stand in the address. */
export function LocationsScreen() {
  const { t } = useLingui()
  const [params, setParams] = useSearchParams()
  const [name, setName] = useState(params.get('name') ?? '')
  const asset = params.get('asset') ?? ''
  const panes = usePanes()
  const asMap = !panes && params.get('view') === 'map'
  const { origin, state, ask } = useOrigin()
  const wanted = useDeferredValue(name.trim())
  const answer = useAnswer(searchMerchants, {
    query: { paginationLimit: 50, ...(origin && { origin }), ...(asset && { asset: [{ type: asset }] }), ...(wanted && { name: wanted }) },
  })
  const skeleton = useSkeleton(answer.isPending)
  const merchants = answer.data?.items ?? none
  const shops = useMemo(() => merchants.filter(isPlaced), [merchants])
  const selected = shops.find(({ id }) => id === params.get('shop'))

  // Chosen on the map, it may be far down the list.
  useEffect(() => {
    if (selected && panes) document.querySelector('.n-list [aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [selected, panes])

  /** This address with some of its parts changed; an empty part goes. */
  const changed = (change: Record<string, string>) => {
    const next = new URLSearchParams(params)
    for (const [part, value] of Object.entries(change))
      if (value) next.set(part, value)
      else next.delete(part)
    return next
  }
  const change = (parts: Record<string, string>) => setParams(changed(parts), { replace: true })
  const addressWith = (parts: Record<string, string>) => `${paths.locations}?${changed(parts)}`
  const showAll = () => {
    setName('')
    change({ asset: '', name: '', shop: '' })
  }

  const map = (
    <MapPane
      shops={shops}
      origin={origin}
      selected={selected?.id}
      onLocate={asMap && state !== 'known' ? ask : undefined}
      onSelect={(id) => change({ shop: id })}
      onClose={() => change({ shop: '' })}
      details={
        selected && (
          <>
            <h2 className="font-semibold">{selected.name}</h2>
            <p className="text-label text-ink-2">
              {[address(selected.location), acceptedNames(selected), awayText(selected, origin)].filter(Boolean).join(' · ')}
            </p>
          </>
        )
      }
    />
  )
  return (
    <Panes detail={panes ? <div className="sticky top-0 h-dvh py-5 pe-5">{map}</div> : undefined}>
      <Page>
        <PageBody>
          <div className="pt-5 pb-7">
            <Logo label={t`Nikau`} />
          </div>
          <Title lede={<Trans>Where you can pay from your wallet.</Trans>}>
            <Trans>Shops that take Nikau</Trans>
          </Title>
          <div className="flex flex-col gap-3 pt-6 pb-4">
            <SearchField label={t`Shop, suburb or town`} value={name} onChange={setName} />
            <FilterChips
              label={t`Accepts`}
              value={asset}
              onChange={(value) => change({ asset: value })}
              options={[{ value: '', label: t`All` }, ...filters.map((type) => ({ value: type, label: acceptedAssetName(type) ?? type }))]}
            />
            {state === 'known' || asMap ? null : (
              <Button variant="tonal" full icon={<LocateIcon />} onPress={ask} busy={state === 'asking'} busyLabel={t`Finding where you are`}>
                <Trans>Use my location</Trans>
              </Button>
            )}
            {!panes && (
              <SegmentedLinks
                label={t`List or map`}
                links={[
                  { href: addressWith({ view: 'list' }), label: <Trans>List</Trans>, current: !asMap },
                  { href: addressWith({ view: 'map' }), label: <Trans>Map</Trans>, current: asMap },
                ]}
              />
            )}
          </div>
          {state === 'refused' && (
            <Notice tone="info" live="polite" title={<Trans>We can’t see where you are</Trans>}>
              <Trans>Shops are listed by name. Allow location for this site to see the nearest first.</Trans>
            </Notice>
          )}
          {answer.isError ? (
            <Notice tone="negative" live="assertive" title={<Trans>We couldn’t load the shops</Trans>}>
              <Button variant="outlined" size="s" onPress={() => void answer.refetch()} busy={answer.isFetching}>
                <Trans>Try again</Trans>
              </Button>
            </Notice>
          ) : answer.isPending ? (
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
          ) : asMap ? (
            <div className="h-[calc(100dvh-23rem)] min-h-96">{map}</div>
          ) : (
            <List label={t`Shops`}>
              {merchants.map((merchant) => (
                <MerchantRow
                  key={merchant.id}
                  merchant={merchant}
                  origin={origin}
                  href={addressWith({ shop: merchant.id, ...(panes ? {} : { view: 'map' }) })}
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
