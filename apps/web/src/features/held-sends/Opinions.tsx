import { Trans, useLingui } from '@lingui/react/macro'
import { getHeldSend, type HeldSend, requestOpinion } from '@nikau/contract/held-sends'
import { format } from '@nikau/money'
import { Avatar, BanIcon, Bullets, Button, Icon, initials, List, ListItem, Notice, Section, StatusChip, TextLink, UsersIcon } from '@nikau/ui'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { queryClient, useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { useTimeLabel } from '../../lib/localized-text.ts'
import { Message } from '../../lib/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { useTrustedPeople, whoCanBeAsked } from '../../lib/trusted-people.ts'
import { purposeText } from '../send/index.ts'

type Asked = HeldSend['opinions'][number]

/** What the trusted people say. They cannot move anything; the sender decides. */
export function Opinions({ held }: { held: HeldSend }) {
  const { t } = useLingui()
  const timeLabel = useTimeLabel()
  const [first] = held.opinions
  if (!first) return undefined
  const stop = held.opinions.find(({ opinion }) => opinion === 'stop')
  const warner = stop?.trustedName
  return (
    <>
      {warner !== undefined && (
        <div className="pt-6">
          <Notice title={<Trans>{warner} says: stop</Trans>}>
            <Trans>Talk to {warner} before you send anything. You decide.</Trans>
          </Notice>
        </div>
      )}
      <Section title={<Trans>Asked</Trans>} flush>
        <List label={t`People you asked`}>
          {held.opinions.map((asked) => (
            <ListItem
              key={asked.id}
              media={<Avatar tone="in">{initials(asked.trustedName)}</Avatar>}
              name={asked.trustedName}
              detail={timeLabel(asked.answeredAt ?? asked.askedAt)}
              chip={<OpinionChip asked={asked} />}
            />
          ))}
        </List>
        <p className="text-label font-normal text-ink-2">
          <Trans>You decide. They can’t move your money.</Trans>
        </p>
      </Section>
      <WhatTheySee held={held} />
    </>
  )
}

function OpinionChip({ asked: { opinion } }: { asked: Asked }) {
  if (opinion === 'stop')
    return (
      <StatusChip tone="warning" icon={<Icon name="warning" size="xs" />}>
        <Trans>Says stop</Trans>
      </StatusChip>
    )
  if (opinion === 'fine')
    return (
      <StatusChip tone="positive">
        <Trans>Looks fine to them</Trans>
      </StatusChip>
    )
  return (
    <StatusChip tone="warning">
      <Trans>No answer yet</Trans>
    </StatusChip>
  )
}

function WhatTheySee({ held }: { held: HeldSend }) {
  const amount = format(held.value)
  const name = held.recipientName
  const reason = <Message of={purposeText(held.purpose)} />
  return (
    <Section title={<Trans>What they see</Trans>}>
      <Bullets
        items={[
          {
            key: 'amount',
            text:
              name === undefined ? (
                held.firstTime ? (
                  <Trans>{amount}, for the first time</Trans>
                ) : (
                  <Trans>{amount}</Trans>
                )
              ) : held.firstTime ? (
                <Trans>
                  {amount} to {name}, for the first time
                </Trans>
              ) : (
                <Trans>
                  {amount} to {name}
                </Trans>
              ),
          },
          { key: 'reason', text: <Trans>Your reason: {reason}</Trans> },
          { key: 'not', icon: <BanIcon size="s" />, text: <Trans>Not your balance, your message or other payments</Trans> },
        ]}
      />
    </Section>
  )
}

/** One button for each trusted person who is not asked yet. */
export function AskTrusted({ held }: { held: HeldSend }) {
  const { t } = useLingui()
  const people = useTrustedPeople().data
  const ask = useEndpointMutation(requestOpinion)
  const asked = new Set(held.opinions.map(({ trustedName }) => trustedName))
  const askable = whoCanBeAsked(people).filter(({ name }) => !asked.has(name))
  const submit = async (trustedPersonId: string) => {
    const done = await ask.mutateAsync({ params: { id: held.id }, body: { trustedPersonId } }).catch(() => undefined) // shown below
    if (done) queryClient.setQueriesData<HeldSend>({ queryKey: [getHeldSend.method, getHeldSend.path, { params: { id: held.id } }] }, done)
  }
  if (people !== undefined && whoCanBeAsked(people).length === 0)
    return (
      <p className="text-center">
        <TextLink href={paths.trustedPeople}>
          <Trans>Choose someone you trust to ask</Trans>
        </TextLink>
      </p>
    )
  return (
    <>
      {askable.map(({ id, name }) => (
        <Button
          key={id}
          full
          variant="tonal"
          icon={<UsersIcon size="s" />}
          busy={ask.isPending && ask.variables.body.trustedPersonId === id}
          busyLabel={t`Asking ${name}`}
          onPress={() => void submit(id)}
        >
          <Trans>Ask {name}</Trans>
        </Button>
      ))}
      {ask.isError && (
        <p className="text-label font-semibold text-negative" role="alert">
          <Trans>They weren’t asked.</Trans> <CallProblem error={ask.error} />
        </p>
      )}
    </>
  )
}
