import { Trans, useLingui } from '@lingui/react/macro'
import { acceptedAssetName, searchMerchants } from '@nikau/contract'
import { Button, EmptyState, FilterChips, List, ListSkeleton, LocateIcon, Logo, Notice, Page, PageBody, SearchField, Title, useSkeleton } from '@nikau/ui'
import { useDeferredValue, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAnswer } from '../../lib/hooks.ts'
import { MerchantRow } from './MerchantRow.tsx'
import { useOrigin } from './useOrigin.ts'

/** Assets one can filter on: those that have a name to list. */
const filters = ['nikau.nzd.main', 'epay.main']

export function LocationsScreen() {
  const { t } = useLingui()
  const [params, setParams] = useSearchParams()
  const [name, setName] = useState(params.get('name') ?? '')
  const asset = params.get('asset') ?? ''
  const { origin, state, ask } = useOrigin()
  const wanted = useDeferredValue(name.trim())
  const answer = useAnswer(searchMerchants, {
    query: { paginationLimit: 50, ...(origin && { origin }), ...(asset && { asset: [{ type: asset }] }), ...(wanted && { name: wanted }) },
  })
  const skeleton = useSkeleton(answer.isPending)
  const showAll = () => {
    setName('')
    setParams({}, { replace: true })
  }

  return (
    <Page>
      <PageBody>
        <div className="pt-5 pb-7">
          <Logo label={t`Nikau`} />
        </div>
        <Title lede={<Trans>Where you can pay with what is in your wallet.</Trans>}>
          <Trans>Shops that take Nikau</Trans>
        </Title>
        <div className="flex flex-col gap-3 pt-6 pb-4">
          <SearchField label={t`Shop, suburb or town`} value={name} onChange={setName} />
          <FilterChips
            label={t`Accepts`}
            value={asset}
            onChange={(value) => setParams(value ? { asset: value } : {}, { replace: true })}
            options={[{ value: '', label: t`All` }, ...filters.map((type) => ({ value: type, label: acceptedAssetName(type) ?? type }))]}
          />
          {state === 'known' ? null : (
            <Button variant="tonal" full icon={<LocateIcon />} onPress={ask} busy={state === 'asking'} busyLabel={t`Finding where you are`}>
              <Trans>Use my location</Trans>
            </Button>
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
        ) : answer.data.items.length === 0 ? (
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
        ) : (
          <List label={t`Shops`}>
            {answer.data.items.map((merchant) => (
              <MerchantRow key={merchant.id} merchant={merchant} origin={origin} />
            ))}
          </List>
        )}
      </PageBody>
    </Page>
  )
}
