import { Trans, useLingui } from '@lingui/react/macro'
import { type Collection, type CollectionSummary, getCollection, getCollectionSummary } from '@nikau/contract/collections'
import { format } from '@nikau/money'
import { Button, Notice, PortalCard, PortalColumns, PortalPage, Skeleton, Sum } from '@nikau/ui'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { toAsyncData } from '../../lib/async-data.ts'
import { businessPaths } from '../../lib/business-paths.ts'
import { useBusiness } from '../../lib/business.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { AllowSheet } from './AllowSheet.tsx'
import { CloseSheet } from './CloseSheet.tsx'
import { GiveOutSheet } from './GiveOutSheet.tsx'
import { GivenOut } from './GivenOut.tsx'
import { Places } from './Places.tsx'
import { Redemptions } from './Redemptions.tsx'
import { CollectionStatusChip, TokenCard, useEndText, useKindText } from './texts.tsx'
import { Weeks } from './Weeks.tsx'

const refreshMs = 5000

/** A collection: what was given out of it, what came back, week by week and one by one. */
export function TokenScreen() {
  const { collectionId: id = '' } = useParams()
  const collection = useEndpointQuery(getCollection, { params: { id } })
  const summary = useEndpointQuery(getCollectionSummary, { params: { id } })
  const { refetch } = summary
  // Tokens are redeemed in the shop, and given out by a job, while the page is open.
  useEffect(() => {
    const timer = setInterval(() => void (document.visibilityState === 'visible' && refetch()), refreshMs)
    return () => clearInterval(timer)
  }, [refetch])
  const source = toAsyncData(
    collection.data && summary.data && { collection: collection.data, summary: summary.data },
    collection.isError ? collection : summary,
  )
  if (source.data) return <Loaded {...source.data} />
  return (
    <PortalPage title={<Trans>Token</Trans>} back={back}>
      {source.failed ? (
        <LoadFailed source={source}>
          <Trans>We couldn’t load this token</Trans>
        </LoadFailed>
      ) : (
        <div aria-busy="true">
          <Skeleton shape="block" width="full" />
        </div>
      )}
    </PortalPage>
  )
}

const back = { href: businessPaths.tokens, label: <Trans>Tokens</Trans> }

function Loaded({ collection, summary }: { collection: Collection; summary: CollectionSummary }) {
  const { id, name, kind, worth, img, status, redemptionConditions: conditions } = collection
  const [open, setOpen] = useState<'give' | 'close' | 'allow'>()
  const [kindText, endText] = [useKindText(), useEndText()]
  const { i18n } = useLingui()
  const { shops: own } = useBusiness()
  const isTest = collection.liveness === 'test'
  const others = own.filter((shop) => shop.test === isTest && !conditions.some(({ merchantId }) => merchantId === shop.id))
  const canGive = status === 'running' || status === 'planned'
  const shops = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(conditions.map(({ merchantName }) => merchantName))
  const kindName = kindText({ kind, worth, items: conditions[0]?.items.map((item) => item.name) ?? [] })
  const ends = endText({ ...collection, status: 'running' })
  return (
    <PortalPage
      back={back}
      title={name}
      status={<CollectionStatusChip status={status} />}
      detail={
        shops === '' ? (
          kindName
        ) : (
          <Trans>
            {kindName}, at {shops}
          </Trans>
        )
      }
      actions={
        canGive && (
          <>
            <Button variant="outlined" size="s" onPress={() => setOpen('close')}>
              <Trans>Stop giving out</Trans>
            </Button>
            <Button size="s" onPress={() => setOpen('give')}>
              <Trans>Give out</Trans>
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        {conditions.length === 0 && (
          <Notice tone="warning" title={<Trans>It can’t be used anywhere yet</Trans>}>
            {others.length > 0 ? (
              <Trans>Allow it at a shop, so that customers can use it there.</Trans>
            ) : (
              <Trans>Open a shop first. Then you can allow it there.</Trans>
            )}
          </Notice>
        )}
        <PortalColumns
          aside={
            <>
              <TokenCard img={img} name={name} detail={<Trans>Ends {ends}</Trans>} />
              <Numbers collection={collection} summary={summary} />
              <Places collection={collection} onAllow={others.length > 0 && status !== 'ended' ? () => setOpen('allow') : undefined} />
            </>
          }
        >
          <Weeks weeks={summary.weeks} />
          <Redemptions collectionId={id} redeemed={summary.redeemed} />
          <GivenOut collectionId={id} onTheirWay={summary.onTheirWay} issued={summary.issued} />
        </PortalColumns>
      </div>
      {open === 'give' && <GiveOutSheet collection={collection} onClose={() => setOpen(undefined)} />}
      {open === 'allow' && <AllowSheet collection={collection} shops={others} onClose={() => setOpen(undefined)} />}
      {open === 'close' && <CloseSheet collection={collection} onClose={() => setOpen(undefined)} />}
    </PortalPage>
  )
}

function Numbers({ collection: { kind }, summary }: { collection: Collection; summary: CollectionSummary }) {
  const { issued, redeemed, givenBack, ended, stillOut, waiting, onTheirWay, endingSoon } = summary
  const worth = format(summary.worthOut)
  return (
    <PortalCard title={<Trans>In numbers</Trans>}>
      <Sum
        rows={[
          {
            key: 'issued',
            label: <Trans>Given out</Trans>,
            detail: onTheirWay > 0 ? <Trans>{onTheirWay} more on their way</Trans> : undefined,
            amount: issued,
          },
          { key: 'redeemed', label: <Trans>Redeemed</Trans>, amount: minus(redeemed) },
          { key: 'ended', label: <Trans>Ended, declined or not delivered</Trans>, amount: minus(ended) },
          { key: 'back', label: <Trans>Given back after refunds</Trans>, amount: givenBack },
        ]}
        result={{ label: <Trans>Still out there</Trans>, amount: stillOut }}
      />
      <p className="mt-3 text-caption text-ink-2">
        {waiting > 0 && <Trans>{waiting} of them wait to be claimed. </Trans>}
        {endingSoon > 0 && <Trans>{endingSoon} of them end within 14 days. </Trans>}
        {kind === 'gift' ? (
          <Trans>If all came back they would cover {worth} of sales that your customers have paid you for.</Trans>
        ) : (
          <Trans>If all came back they would cover {worth} of sales. You issued them, so they bring in no money.</Trans>
        )}
      </p>
    </PortalCard>
  )
}

const minus = (count: number) => (count === 0 ? 0 : `−${count}`)
