import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { listTokenActivities, type TokenActivity } from '@nikau/contract/assets'
import { calendarDate } from '@nikau/contract/nz-time'
import { DayHeading, EmptyState, Icon, List, ListItem, ListSkeleton, Mark, useSkeleton } from '@nikau/ui'
import { useId } from 'react'
import { partOf, useAccountId } from '../../lib/account.ts'
import { useEveryAsset, useMode } from '../../lib/account-assets.ts'
import { useDayText } from '../../lib/amount-words.ts'
import { Failed } from '../../lib/Failed.tsx'
import { usePages } from '../../lib/pages.ts'
import { paths } from '../../lib/paths.ts'
import { Words } from '../../lib/Words.tsx'
import { NothingFound } from './Movements.tsx'
import type { Search } from './useSearch.ts'
import { WhenSeen } from './WhenSeen.tsx'

const actions: Readonly<Record<TokenActivity['action'], { label: MessageDescriptor; out: boolean }>> = {
  received: { label: msg`Received`, out: false },
  redeemed: { label: msg({ message: 'Used', context: 'a token was spent' }), out: true },
  refunded: { label: msg`Refund`, out: false },
  sent: { label: msg`Sent`, out: true },
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** What happened to tokens. A token that the person still holds opens. */
export function TokenMovements({ search }: { search: Search }) {
  const id = useId()
  const mode = useMode()
  const dayText = useDayText()
  const account = useAccountId()
  const held = new Set(
    useEveryAsset()
      .data?.filter(({ status }) => status === 'active')
      .map((asset) => asset.id),
  )
  const answer = usePages(
    listTokenActivities,
    { params: { accountId: account.data ?? '' }, query: { paginationLimit: 50 } },
    { enabled: account.data !== undefined },
  )
  const wanted = plain(search.text.trim())
  const items = answer.data?.pages
    .flatMap((page) => page.items)
    .filter(({ liveness, description, party = '' }) => liveness === mode && plain(`${description} ${party}`).includes(wanted))
  const part = account.failed ? account : partOf(items, answer)
  const skeleton = useSkeleton(items === undefined)
  if (part.failed)
    return (
      <Failed part={part}>
        <Trans>We couldn’t load your activity</Trans>
      </Failed>
    )
  if (items === undefined) return <div aria-busy="true">{skeleton && <ListSkeleton rows={6} leaf />}</div>
  if (items.length === 0 && !answer.hasNextPage)
    return wanted ? (
      <NothingFound search={search} />
    ) : (
      <EmptyState drawing="gift" title={<Trans>No tokens yet</Trans>}>
        <Trans>Gifts and offers from shops land here.</Trans>
      </EmptyState>
    )
  return (
    <>
      {[...Map.groupBy(items, ({ createdAt }) => calendarDate(createdAt))].map(([day, ofDay]) => (
        <section key={day} aria-labelledby={`${id}${day}`}>
          <DayHeading id={`${id}${day}`} level={2}>
            {dayText(day)}
          </DayHeading>
          <List labelledBy={`${id}${day}`}>
            {ofDay.map((item, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- one token may do the same twice in a day, and the list only grows at its end
              <TokenRow key={`${item.assetId}${item.action}${index}`} item={item} href={held.has(item.assetId) ? paths.asset(item.assetId) : undefined} />
            ))}
          </List>
        </section>
      ))}
      {answer.hasNextPage && <WhenSeen key={answer.data?.pages.length} onSeen={() => void answer.fetchNextPage()} />}
    </>
  )
}

function TokenRow({ item, href }: { item: TokenActivity; href: string | undefined }) {
  const { label, out } = actions[item.action]
  return (
    <ListItem
      href={href}
      media={
        <Mark shape="leaf" tone={out ? 'out' : 'in'}>
          <Icon name="gift" />
        </Mark>
      }
      name={item.description}
      detail={
        <>
          <Words of={label} />
          {item.party !== undefined && ` · ${item.party}`}
        </>
      }
      chevron={href !== undefined}
    />
  )
}
