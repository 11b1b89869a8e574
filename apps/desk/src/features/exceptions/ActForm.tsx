import { Trans, useLingui } from '@lingui/react/macro'
import type { ExceptionDetail, OfferedAct } from '@nikau/contract/desk/exceptions'
import { createProposal, previewProposal, type ProposalPreview } from '@nikau/contract/desk/proposals'
import { cents, format } from '@nikau/money'
import { Button, Icon, Notice, TextAreaField, TextField } from '@nikau/ui'
import { useEffect, useRef, useState } from 'react'
import { actName } from '../../lib/act-names.ts'
import { useDesk, useSession } from '../../lib/desk-context.ts'
import { useCanAct, useDeskMutation } from '../../lib/desk-hooks.ts'
import { useRoleList } from '../../lib/useRoleList.ts'
import { BooksChecks } from '../../parts/BooksChecks.tsx'
import { BalancesTable, PostedTable } from '../../parts/Movements.tsx'
import { Refusal } from '../../parts/Refusal.tsx'
import { SecondPerson } from '../../parts/SecondPerson.tsx'
import { ActInput } from './ActInput.tsx'
import { contentOf, type Entered, missingInputs, startOf } from './content.ts'

const minNote = 3

interface ActFormProps {
  exception: ExceptionDetail
  act: OfferedAct
  onEnd: () => void
}

/** What an act has to be told, what it would post, and the button that proposes it. Only after it was tried against the books. */
export function ActForm({ exception, act, onEnd }: ActFormProps) {
  const { i18n, t } = useLingui()
  const desk = useDesk()
  const canAct = useCanAct()
  const { fields, needsEvidence } = act
  const [entered, setEntered] = useState<Entered>(() => startOf(fields))
  const [note, setNote] = useState('')
  const [evidence, setEvidence] = useState('')
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState<string>()
  const form = useRef<HTMLDivElement>(null)
  const key = useRef(crypto.randomUUID())
  const preview = useDeskMutation(previewProposal)
  const propose = useDeskMutation(createProposal)
  useEffect(() => form.current?.querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea')?.focus(), [])

  const proposal = {
    kind: act.act,
    exceptionId: exception.id,
    content: contentOf(fields, entered),
    note: note.trim(),
    evidence: evidence.trim() === '' ? [] : [evidence.trim()],
  }
  // What was tried is what is proposed: a change takes the button away again.
  const written = JSON.stringify(proposal)
  const isTried = tried === written && preview.isSuccess
  const name = i18n._(actName(act.act))
  const result = isTried ? preview.data : undefined
  const isAlone = result?.needs.length === 0

  const tryIt = async () => {
    const lacking = new Set(missingInputs(fields, entered))
    if (note.trim().length < minNote) lacking.add('note')
    if (needsEvidence && evidence.trim().length < minNote) lacking.add('evidence')
    setWrong(lacking)
    if (lacking.size > 0) {
      // The fields are marked by this render.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    propose.reset()
    key.current = crypto.randomUUID()
    setTried(written)
    await preview.mutateAsync({ body: proposal }).catch(() => {})
  }
  const done = propose.data
  if (done) {
    const isWaiting = done.state === 'waiting'
    return (
      <div className="dk-act-form">
        <Notice tone="positive" live="polite" level={3} title={isWaiting ? <Trans>Proposed</Trans> : <Trans>Done</Trans>}>
          {isWaiting ? (
            <Trans>Nothing is posted yet. It waits for a second person, and ends by itself in 24 hours.</Trans>
          ) : (
            <Trans>It is done and in the history.</Trans>
          )}
        </Notice>
        <div className="dk-buttons-end">
          <Button size="s" variant="outlined" onPress={onEnd}>
            <Trans>Close the form</Trans>
          </Button>
        </div>
      </div>
    )
  }
  const error = preview.error && tried === written ? preview.error : propose.error
  const sum = sumOf(entered, exception)
  return (
    <div className="dk-act-form" ref={form} role="group" aria-label={name}>
      <div className="dk-form-grid">
        {fields.map((field) => (
          <ActInput
            key={field.name}
            field={field}
            value={entered[field.name]}
            differences={exception.differences}
            isWrong={wrong.has(field.name)}
            onChange={(value) => setEntered({ ...entered, [field.name]: value })}
          />
        ))}
      </div>
      {needsEvidence && (
        <TextField
          label={<Trans>Evidence</Trans>}
          hint={<Trans>The letter, ticket or call that proves it.</Trans>}
          maxLength={200}
          value={evidence}
          onChange={setEvidence}
          error={wrong.has('evidence') && <Trans>Name the letter, ticket or call.</Trans>}
        />
      )}
      <TextAreaField
        rows={2}
        maxLength={2000}
        label={act.act === 'close-exception' ? <Trans>Note, with which it is closed</Trans> : <Trans>Why, in your words</Trans>}
        value={note}
        onChange={setNote}
        error={wrong.has('note') && <Trans>Say why, in at least 3 characters.</Trans>}
      />
      {error && <Refusal error={error} title={<Trans>Refused</Trans>} />}
      {result && <Tried preview={result} />}
      <div className="dk-buttons-end">
        <Button size="s" variant="outlined" onPress={onEnd}>
          <Trans>Cancel</Trans>
        </Button>
        {result ? (
          <Button
            size="s"
            variant="filled"
            busy={propose.isPending}
            busyLabel={t`Sending`}
            needsSignal={false}
            isDisabled={!canAct}
            onPress={() => propose.mutate({ body: { ...proposal, key: key.current } }, { onSuccess: () => void desk.queries.invalidateQueries() })}
          >
            {isAlone ? (
              act.act === 'close-exception' ? (
                <Trans>Close it</Trans>
              ) : (
                <Trans>Do it</Trans>
              )
            ) : sum === undefined ? (
              <Trans>Propose it</Trans>
            ) : (
              <Trans>Propose {sum}</Trans>
            )}
          </Button>
        ) : (
          <Button
            size="s"
            variant="filled"
            busy={preview.isPending}
            busyLabel={t`Trying`}
            needsSignal={false}
            isDisabled={!canAct}
            onPress={() => void tryIt()}
          >
            <Trans>See what happens</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

/** What the proposal is about: the amount that was entered, or that of the exception. */
function sumOf({ amount: entered }: Entered, { amount }: ExceptionDetail): string | undefined {
  if (typeof entered === 'string' && /^\d{1,15}$/.test(entered)) return format(cents(entered))
  return amount === undefined ? undefined : format(amount < 0n ? cents(-amount) : amount)
}

function Tried({ preview }: { preview: ProposalPreview }) {
  const { movements, needs, limits } = preview
  const { t } = useLingui()
  const { operator } = useSession()
  const roleList = useRoleList()
  return (
    <div className="dk-tried">
      {movements.length === 0 ? (
        <p className="dk-with-icon">
          <Icon name="check" size="s" />
          <Trans>Posts nothing.</Trans>
        </p>
      ) : (
        <>
          <h4>
            <Trans>What will be posted</Trans>
          </h4>
          <PostedTable movements={movements} />
          <h4>
            <Trans>Before and after</Trans>
          </h4>
          <BalancesTable movements={movements} limits={limits} />
          <BooksChecks preview={preview} />
        </>
      )}
      {needs.length > 0 && (
        <SecondPerson
          people={[
            { key: 'you', name: operator.name, title: operator.name, detail: t`proposes` },
            ...needs.map((roles, at) => ({ key: String(at), title: roleList(roles), detail: at === 0 ? t`has to agree` : t`and then` })),
          ]}
        />
      )}
      <p className="dk-sub">
        <Trans>Tried against the books and taken back: nothing is posted yet.</Trans>
      </p>
    </div>
  )
}
