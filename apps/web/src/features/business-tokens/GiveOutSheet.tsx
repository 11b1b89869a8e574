import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type Collection, issueTokens, maxTokensPerCall } from '@nikau/contract/collections'
import { format } from '@nikau/money'
import { Button, Notice, Segmented, Sheet, TextAreaField, TextField } from '@nikau/ui'
import { useState } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { toast } from '../../lib/toasts.ts'
import { MadeLinks } from './MadeLinks.tsx'
import { parseRecipients } from './recipients.ts'
import { reloadTokens } from './reload.ts'

type How = 'people' | 'links'

/**
 * Gives a token to each number and address, or makes links. The key stays with what was typed, so that pressing again after a lost answer
 * gives out nothing twice.
 */
export function GiveOutSheet({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const { t } = useLingui()
  const [how, setHow] = useState<How>('people')
  const [text, setText] = useState('')
  const [number, setNumber] = useState('')
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [isChecked, setChecked] = useState(false)
  const [links, setLinks] = useState<readonly string[]>()
  const issue = useEndpointMutation(issueTokens)
  const { aliases, wrong } = parseRecipients(text)
  const wanted = /^\d{1,4}$/.test(number.trim()) ? Number(number) : 0
  const count = how === 'links' ? wanted : aliases.length
  const changed = () => {
    setKey(crypto.randomUUID())
    setChecked(false)
    issue.reset()
  }
  const [first] = how === 'people' ? wrong : []
  const problem =
    first !== undefined
      ? t`“${first}” is no New Zealand mobile number or email address`
      : count === 0
        ? how === 'people'
          ? t`Enter a mobile number or an email address`
          : t`Enter how many`
        : count > maxTokensPerCall
          ? t`Give out at most 1,000 at a time`
          : undefined
  const error = isChecked ? problem : undefined
  const give = async () => {
    setChecked(true)
    if (problem !== undefined) return
    const what = how === 'links' ? { links: wanted } : { recipients: aliases }
    const done = await issue.mutateAsync({ params: { id: collection.id }, body: { ...what, idempotencyKey: key } }).catch(() => undefined) // shown below
    if (!done) return
    reloadTokens()
    if (done.links) return setLinks(done.links)
    toast({ text: t`${plural(count, { one: '# token is on its way', other: '# tokens are on their way' })}` })
    onClose()
  }
  if (links) return <MadeLinks name={collection.name} links={links} onClose={onClose} />
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Give out {collection.name}</Trans>}
      closeLabel={t`Close`}
      actions={
        <Button full onPress={() => void give()} busy={issue.isPending} busyLabel={t`Giving out`}>
          {how === 'links' ? (
            <Plural value={Math.max(count, 1)} one="Make # link" other="Make # links" />
          ) : count > 1 ? (
            <Plural value={count} one="Give out # token" other="Give out # tokens" />
          ) : (
            <Trans>Give out one token</Trans>
          )}
        </Button>
      }
    >
      <div className="grid gap-5">
        {collection.kind === 'gift' && <PaidFirst worth={collection.worth ?? undefined} />}
        <Segmented<How>
          label={t`How`}
          value={how}
          onChange={(next) => {
            setHow(next)
            changed()
          }}
          segments={[
            { value: 'people', label: <Trans>To people</Trans> },
            { value: 'links', label: <Trans>By link</Trans> },
          ]}
        />
        {how === 'people' ? (
          <TextAreaField
            label={t`Mobile numbers or emails`}
            hint={t`One each, on lines of their own or with commas. They get a message from us in your name, so only people who have asked for it.`}
            value={text}
            onChange={(next) => {
              setText(next)
              changed()
            }}
            rows={5}
            autoComplete="off"
            error={error}
          />
        ) : (
          <TextField
            label={t`How many links`}
            hint={t`Each is good for one token, for whoever opens it first. You hand them out, and we send nothing.`}
            inputMode="numeric"
            value={number}
            onChange={(next) => {
              setNumber(next)
              changed()
            }}
            maxLength={4}
            autoComplete="off"
            error={error}
          />
        )}
        {issue.error && (
          <Notice tone="negative" live="assertive" level={3} title={<Trans>Nothing was given out</Trans>}>
            <Problem error={issue.error} />
          </Notice>
        )}
      </div>
    </Sheet>
  )
}

function PaidFirst({ worth }: { worth: Collection['worth'] }) {
  const amount = worth === undefined ? '' : format(worth)
  return (
    <Notice tone="info" level={3} title={<Trans>Take the money first</Trans>}>
      <Trans>Sell the gift card as {amount} at your till, then give it out here. Nikau takes no money for it.</Trans>
    </Notice>
  )
}

function Problem({ error }: { error: CallError }) {
  if (error.code === 'COLLECTION_LIMIT_EXCEEDED') return <Trans>A token is given out at most 100,000 times, and test tokens to 100 people a day.</Trans>
  if (error.code === 'BUSINESS_NOT_VERIFIED') return <Trans>Your business has to be verified before you give out live tokens.</Trans>
  if (error.code === 'GIFT_EXPIRY_TOO_SHORT') return <Trans>A gift card that is sold now would last less than 3 years. Make a new one.</Trans>
  if (error.code === 'COLLECTION_ENDED') return <Trans>It is closed, or its last day is over.</Trans>
  return <CallProblem error={error} />
}
