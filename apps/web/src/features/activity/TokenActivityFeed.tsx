import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { listTokenActivities, type TokenActivity } from '@nikau/contract/assets'
import { calendarDate } from '@nikau/nz/nz-time'
import { DayHeading, EmptyState, Icon, List, ListItem, ListSkeleton, Avatar, useSkeleton } from '@nikau/ui'
import { useId } from 'react'
import { useAccountId } from '../../lib/account.ts'
import { toAsyncData } from '../../lib/async-data.ts'
import { useAllAssets } from '../../lib/account-assets.ts'
import { useMode } from '../../lib/mode.ts'
import { useDayLabel } from '../../lib/localized-text.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useEndpointPages } from '../../lib/useEndpointPages.ts'
import { paths } from '../../lib/paths.ts'
import { Message } from '../../lib/Message.tsx'
import { NoMatch } from './ActivityFeed.tsx'
import type { Search } from './useActivitySearch.ts'
import { OnVisible } from './OnVisible.tsx'

const actions: Readonly<Record<TokenActivity['action'], { label: MessageDescriptor; out: boolean }>> = {
  received: { label: msg`Received`, out: false },
  redeemed: { label: msg({ message: 'Used', context: 'a token was spent' }), out: true },
  refunded: { label: msg`Refund`, out: false },
  sent: { label: msg`Sent`, out: true },
  returned: { label: msg`Returned`, out: false },
}

const foldCase = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Token activity. Tokens still held link to their page. */
export function TokenActivityFeed({ search }: { search: Search }) {
  const id = useId()
  const mode = useMode()
  const dayText = useDayLabel()
  const account = useAccountId()
  const held = new Set(
    useAllAssets()
      .data?.filter(({ status }) => status === 'active')
      .map((asset) => asset.id),
  )
  const result = useEndpointPages(
    listTokenActivities,
    { params: { accountId: account.data ?? '' }, query: { paginationLimit: 50 } },
    { enabled: account.data !== undefined },
  )
  const searchText = foldCase(search.text.trim())
  const items = result.data?.pages
    .flatMap((page) => page.items)
    .filter(({ liveness, description, party = '' }) => liveness === mode && foldCase(`${description} ${party}`).includes(searchText))
  const source = account.failed ? account : toAsyncData(items, result)
  const skeleton = useSkeleton(items === undefined)
  if (source.failed)
    return (
      <LoadFailed source={source}>
        <Trans>We couldn’t load your activity</Trans>
      </LoadFailed>
    )
  if (items === undefined) return <div aria-busy="true">{skeleton && <ListSkeleton rows={6} leaf />}</div>
  if (items.length === 0 && !result.hasNextPage)
    return searchText ? (
      <NoMatch search={search} />
    ) : (
      <EmptyState drawing="gift" title={<Trans>No tokens yet</Trans>}>
        <Trans>Gifts and offers from shops show up here.</Trans>
      </EmptyState>
    )
  return (
    <>
      {[...Map.groupBy(items, ({ createdAt }) => calendarDate(createdAt))].map(([day, dayActivities]) => (
        <section key={day} aria-labelledby={`${id}${day}`}>
          <DayHeading id={`${id}${day}`} level={2}>
            {dayText(day)}
          </DayHeading>
          <List labelledBy={`${id}${day}`}>
            {dayActivities.map((item, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same token can repeat an action in a day, and rows are only appended
              <TokenRow key={`${item.assetId}${item.action}${index}`} item={item} href={held.has(item.assetId) ? paths.asset(item.assetId) : undefined} />
            ))}
          </List>
        </section>
      ))}
      {result.hasNextPage && <OnVisible key={result.data?.pages.length} onVisible={() => void result.fetchNextPage()} />}
    </>
  )
}

function TokenRow({ item, href }: { item: TokenActivity; href: string | undefined }) {
  const { label, out } = actions[item.action]
  return (
    <ListItem
      href={href}
      media={
        <Avatar shape="leaf" tone={out ? 'out' : 'in'}>
          <Icon name="gift" />
        </Avatar>
      }
      name={item.description}
      detail={
        <>
          <Message of={label} />
          {item.party !== undefined && ` · ${item.party}`}
        </>
      }
      chevron={href !== undefined}
    />
  )
}
