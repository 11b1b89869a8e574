import { Trans, useLingui } from '@lingui/react/macro'
import { acceptTrust, addTrustedPerson, listOpinionRequests, type OpinionRequest, removeTrustedPerson, type TrustedPerson } from '@nikau/contract/held-sends'
import { format } from '@nikau/money'
import { Avatar, Button, Dialog, Header, Icon, initials, List, ListItem, ListSkeleton, Page, PageBody, Section, TextField, Title, useSkeleton } from '@nikau/ui'
import { useState } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useScreen } from '../../lib/current-screen.ts'
import { useEndpointMutation, useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { paths } from '../../lib/paths.ts'
import { parseRecipient } from '../../lib/recipient.ts'
import { toast } from '../../lib/toasts.ts'
import { invalidateTrustedPeople, useTrustedPeople } from '../../lib/trusted-people.ts'

/** Whom the person trusts, who trusts the person, and what they ask. */
export function TrustedPeopleScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const people = useTrustedPeople()
  const questions = useEndpointQuery(listOpinionRequests, {})
  // Questions stand above the people, so nothing is shown before it is known whether there are any.
  const isLoading = people.data === undefined || (questions.isPending && questions.failureCount === 0)
  const skeleton = useSkeleton(isLoading && !people.failed)
  const [removing, setRemoving] = useState<TrustedPerson>()
  const trusted = people.data?.filter(({ role }) => role === 'trusts') ?? []
  const trustedBy = people.data?.filter(({ role }) => role === 'trusted-by') ?? []
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} title={<Trans>Safety</Trans>} />
      <PageBody tight>
        <Title lede={<Trans>Someone you can ask before a send that makes you unsure. They give an opinion; they can’t see or move your money.</Trans>}>
          <Trans>Trusted people</Trans>
        </Title>
        {people.failed ? (
          <div className="pt-5">
            <LoadFailed source={people}>
              <Trans>We couldn’t load your trusted people</Trans>
            </LoadFailed>
          </div>
        ) : isLoading ? (
          <div aria-busy="true">{skeleton && <ListSkeleton rows={3} />}</div>
        ) : (
          <>
            <Questions questions={questions.data?.items ?? []} />
            {trusted.length > 0 && (
              <Section title={<Trans>You can ask</Trans>} flush>
                <List label={t`You can ask`}>
                  {trusted.map((person) => (
                    <TrustedRow key={person.id} person={person} onRemove={() => setRemoving(person)} />
                  ))}
                </List>
              </Section>
            )}
            {trustedBy.length > 0 && (
              <Section title={<Trans>They can ask you</Trans>} flush>
                <List label={t`They can ask you`}>
                  {trustedBy.map((person) => (
                    <TrustedRow key={person.id} person={person} onRemove={() => setRemoving(person)} />
                  ))}
                </List>
              </Section>
            )}
            <AddTrusted />
          </>
        )}
      </PageBody>
      {removing && <RemoveDialog person={removing} onClose={() => setRemoving(undefined)} />}
    </Page>
  )
}

/** Open questions come first: someone waits for them. */
function Questions({ questions }: { questions: OpinionRequest[] }) {
  const { t } = useLingui()
  if (questions.length === 0) return undefined
  return (
    <Section title={<Trans>Asked of you</Trans>} flush>
      <List label={t`Asked of you`}>
        {questions.map(({ id, askedBy, value }) => {
          const amount = format(value)
          return (
            <ListItem
              key={id}
              href={paths.opinionRequest(id)}
              media={<Avatar tone="in">{initials(askedBy)}</Avatar>}
              name={<Trans>{askedBy} asks what you think</Trans>}
              detail={<Trans>before sending {amount}</Trans>}
              chevron
            />
          )
        })}
      </List>
    </Section>
  )
}

function TrustedRow({ person, onRemove }: { person: TrustedPerson; onRemove: () => void }) {
  const { t } = useLingui()
  const accept = useEndpointMutation(acceptTrust)
  const { name } = person
  const isAsked = person.status === 'asked'
  const submit = async () => {
    const done = await accept.mutateAsync({ params: { id: person.id } }).catch(() => undefined) // said in the row
    if (done) toast({ text: t`${name} can ask you now` })
    await invalidateTrustedPeople()
  }
  const isForMe = isAsked && person.role === 'trusted-by'
  return (
    <ListItem
      media={<Avatar tone="in">{/[\p{L}]/u.test(name) ? initials(name) : <Icon name="user" />}</Avatar>}
      name={name}
      detail={
        accept.isError ? (
          <CallProblem error={accept.error} />
        ) : isForMe ? (
          <Trans>Wants to ask you about sends</Trans>
        ) : isAsked ? (
          <Trans>Hasn’t accepted yet</Trans>
        ) : undefined
      }
      amount={
        <span className="flex flex-wrap justify-end gap-2">
          {isForMe && (
            <Button size="s" busy={accept.isPending} busyLabel={t`Accepting`} aria-label={t`Accept ${name}`} onPress={() => void submit()}>
              <Trans>Accept</Trans>
            </Button>
          )}
          <Button variant="outlined" size="s" aria-label={isForMe ? t`Decline ${name}` : t`Remove ${name}`} onPress={onRemove}>
            {isForMe ? <Trans>Decline</Trans> : <Trans>Remove</Trans>}
          </Button>
        </span>
      }
    />
  )
}

function RemoveDialog({ person, onClose }: { person: TrustedPerson; onClose: () => void }) {
  const { t } = useLingui()
  const remove = useEndpointMutation(removeTrustedPerson)
  const { name } = person
  const submit = async () => {
    const done = await remove.mutateAsync({ params: { id: person.id } }).catch(() => undefined) // shown in the dialog
    if (!done) return
    await invalidateTrustedPeople()
    toast({ text: t`${name} is removed` })
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Trans>Remove {name}?</Trans>}
      actions={
        <>
          <Button full variant="destructive" busy={remove.isPending} busyLabel={t`Removing`} onPress={() => void submit()}>
            <Trans>Remove</Trans>
          </Button>
          <Button full variant="quiet" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <p>
        {person.role === 'trusts' ? <Trans>You can’t ask {name} any more, from now on.</Trans> : <Trans>{name} can’t ask you any more, from now on.</Trans>}
      </p>
      {remove.isError && (
        <p className="pt-2 font-semibold text-negative" role="alert">
          <Trans>Nothing was changed.</Trans> <CallProblem error={remove.error} />
        </p>
      )}
    </Dialog>
  )
}

function AddTrusted() {
  const { t } = useLingui()
  const add = useEndpointMutation(addTrustedPerson)
  const [text, setText] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const submit = async () => {
    const recipient = parseRecipient(text, { emails: true })
    setIsWrong('error' in recipient)
    if ('error' in recipient) return
    const done = await add.mutateAsync({ body: { alias: recipient.alias } }).catch(() => undefined) // shown below the field
    if (!done) return
    setText('')
    await invalidateTrustedPeople()
    toast({ text: t`Asked. They decide whether to accept.` })
  }
  return (
    <Section title={<Trans>Add someone</Trans>}>
      <form className="grid gap-3" noValidate onSubmit={(event) => (event.preventDefault(), void submit())}>
        <TextField
          label={t`Mobile number or email`}
          hint={t`We ask them first.`}
          value={text}
          onChange={(typed) => {
            setText(typed)
            setIsWrong(false)
            add.reset()
          }}
          autoComplete="off"
          error={isWrong ? <Trans>Enter a New Zealand mobile number or an email</Trans> : add.isError && <AddProblem error={add.error} />}
        />
        <Button type="submit" variant="tonal" full busy={add.isPending} busyLabel={t`Asking`}>
          <Trans>Ask them</Trans>
        </Button>
      </form>
    </Section>
  )
}

function AddProblem({ error }: { error: CallError }) {
  const { code } = error
  if (code === 'TRUSTED_PEOPLE_LIMIT_REACHED') return <Trans>You have as many trusted people as you can have. Remove one first.</Trans>
  if (code === 'RECIPIENT_IS_SENDER') return <Trans>That’s you. Choose someone else.</Trans>
  return <CallProblem error={error} />
}
