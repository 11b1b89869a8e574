import { Trans, useLingui } from '@lingui/react/macro'
import { calendarDate } from '@nikau/nz/nz-time'
import { Avatar, Button, Dialog, Header, Icon, LaptopIcon, List, ListItem, ListSkeleton, Page, PageBody, StatusChip, Title, useSkeleton } from '@nikau/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { toAsyncData } from '../../lib/async-data.ts'
import type { CallError } from '../../lib/call-error.ts'
import { withoutCancellation } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useDayLabel, useTimeLabel } from '../../lib/localized-text.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { endOtherSessions, endSession, sessionsQuery, type SignedInSession } from '../../lib/sessions.ts'
import { toast } from '../../lib/toasts.ts'

/** What to end: one session, or all but this one. */
type Ending = SignedInSession | 'others'

/** Where the person is signed in; each place can be signed out. */
export function DevicesScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const query = useQuery(sessionsQuery)
  const sessions = toAsyncData(query.data, query)
  const skeleton = useSkeleton(sessions.data === undefined && !sessions.failed)
  const [ending, setEnding] = useState<Ending>()
  const others = sessions.data?.filter(({ current }) => !current) ?? []
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} title={<Trans>Safety</Trans>} />
      <PageBody tight>
        <Title lede={<Trans>Sign out anything you don’t know or no longer use.</Trans>}>
          <Trans>Where you’re signed in</Trans>
        </Title>
        <div className="flex flex-col gap-4 pt-5">
          {sessions.failed ? (
            <LoadFailed source={sessions}>
              <Trans>We couldn’t load your devices</Trans>
            </LoadFailed>
          ) : sessions.data === undefined ? (
            <div aria-busy="true">{skeleton && <ListSkeleton rows={3} />}</div>
          ) : (
            <List label={t`Devices`}>
              {sessions.data.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
              ))}
            </List>
          )}
          {others.length > 0 && (
            <Button full variant="destructive" size="s" onPress={() => setEnding('others')}>
              <Trans>Sign out everywhere else</Trans>
            </Button>
          )}
        </div>
      </PageBody>
      {ending && <EndDialog ending={ending} onClose={() => setEnding(undefined)} />}
    </Page>
  )
}

function SessionRow({ session, onEnd }: { session: SignedInSession; onEnd: () => void }) {
  const { t } = useLingui()
  const dayLabel = useDayLabel()
  const timeLabel = useTimeLabel()
  const { device, current } = session
  const first = dayLabel(calendarDate(new Date(session.firstUsedAt)))
  const last = timeLabel(new Date(session.lastUsedAt))
  return (
    <ListItem
      media={<Avatar tone={current ? 'in' : 'plain'}>{/Android|iPhone|iPad/.test(device) ? <Icon name="phone" /> : <LaptopIcon />}</Avatar>}
      name={device}
      detail={
        <>
          <span className="block">{current ? <Trans>Using it now</Trans> : <Trans>Last used {last}</Trans>}</span>
          <span className="block">
            <Trans>Since {first}</Trans>
          </span>
        </>
      }
      amount={
        current ? (
          <StatusChip tone="positive">
            <Trans>This device</Trans>
          </StatusChip>
        ) : (
          <Button variant="outlined" size="s" aria-label={t`Sign out ${device}`} onPress={onEnd}>
            <Trans>Sign out</Trans>
          </Button>
        )
      }
    />
  )
}

function EndDialog({ ending, onClose }: { ending: Ending; onClose: () => void }) {
  const { t } = useLingui()
  const end = withoutCancellation(
    useMutation<unknown, CallError>({
      mutationKey: ['DELETE', ending === 'others' ? '/sessions' : '/sessions/:id'],
      mutationFn: () => (ending === 'others' ? endOtherSessions() : endSession(ending.id)),
      onSuccess: async (_answer, _variables, _context, { client }) => {
        await client.invalidateQueries(sessionsQuery)
        toast({ text: ending === 'others' ? t`Signed out everywhere else` : t`${ending.device} is signed out` })
        onClose()
      },
    }),
  )
  const device = ending === 'others' ? '' : ending.device
  return (
    <Dialog
      isOpen
      onClose={onClose}
      locked={end.isPending}
      role="alertdialog"
      tone="warning"
      icon={<Icon name="log-out" />}
      title={ending === 'others' ? <Trans>Sign out everywhere else?</Trans> : <Trans>Sign out {device}?</Trans>}
      actions={
        <>
          <Button full variant="destructive" busy={end.isPending} busyLabel={t`Signing out`} onPress={() => end.mutate()}>
            <Trans>Sign out</Trans>
          </Button>
          <Button full variant="quiet" isDisabled={end.isPending} onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      {ending === 'others' ? <Trans>Only this device stays signed in.</Trans> : <Trans>To use Nikau there again, someone has to sign in.</Trans>}
      {end.isError && (
        <p className="pt-2 font-semibold text-negative" role="alert">
          <CallProblem error={end.error} />
        </p>
      )}
    </Dialog>
  )
}
