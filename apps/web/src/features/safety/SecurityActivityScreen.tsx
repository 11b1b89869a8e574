import { Trans, useLingui } from '@lingui/react/macro'
import { listSecurityEvents, type SecurityEvent } from '@nikau/contract/safety'
import { Avatar, Button, EmptyState, Header, List, ListItem, ListSkeleton, Page, PageBody, TextLink, Title, useSkeleton } from '@nikau/ui'
import { toAsyncData } from '../../lib/async-data.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useTimeLabel } from '../../lib/localized-text.ts'
import { paths } from '../../lib/paths.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { useEndpointPages } from '../../lib/useEndpointPages.ts'
import { EventIcon, useEventText } from './event-texts.tsx'

/** Sign-ins and changes of security settings, newest first. */
export function SecurityActivityScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const query = useEndpointPages(listSecurityEvents, {})
  const events = toAsyncData(
    query.data?.pages.flatMap(({ items }) => items),
    query,
  )
  const skeleton = useSkeleton(events.data === undefined && !events.failed)
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} title={<Trans>Safety</Trans>} />
      <PageBody tight>
        <Title
          lede={
            <Trans>
              If something here wasn’t you, <TextLink href={paths.freeze}>freeze your wallet</TextLink> first.
            </Trans>
          }
        >
          <Trans>Recent security activity</Trans>
        </Title>
        <div className="pt-5">
          {events.failed ? (
            <LoadFailed source={events}>
              <Trans>We couldn’t load your security activity</Trans>
            </LoadFailed>
          ) : events.data === undefined ? (
            <div aria-busy="true">{skeleton && <ListSkeleton rows={6} />}</div>
          ) : events.data.length === 0 ? (
            <EmptyState drawing="lock" title={<Trans>Nothing yet</Trans>}>
              <Trans>Sign-ins and changes to your security show up here.</Trans>
            </EmptyState>
          ) : (
            <List label={t`Recent security activity`}>
              {events.data.map((event) => (
                <EventRow key={event.id} event={event} />
              ))}
            </List>
          )}
          {query.hasNextPage && (
            <div className="pt-4">
              <Button full variant="tonal" busy={query.isFetchingNextPage} busyLabel={t`Loading`} onPress={() => void query.fetchNextPage()}>
                <Trans>Show more</Trans>
              </Button>
            </div>
          )}
        </div>
      </PageBody>
    </Page>
  )
}

function EventRow({ event }: { event: SecurityEvent }) {
  const text = useEventText()(event)
  const time = useTimeLabel()(event.at)
  return (
    <ListItem
      media={
        <Avatar tone="plain">
          <EventIcon kind={event.kind} />
        </Avatar>
      }
      name={text}
      detail={event.device === undefined ? time : `${time} · ${event.device}`}
    />
  )
}
