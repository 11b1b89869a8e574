import { Trans, useLingui } from '@lingui/react/macro'
import { type ExceptionDetail, getException, takeException, takenOnNote } from '@nikau/contract/desk/exceptions'
import { format } from '@nikau/money'
import { shortDate } from '@nikau/nz/nz-time'
import { Button, Icon, Notice, StatusChip } from '@nikau/ui'
import { useRef } from 'react'
import { useParams } from 'react-router'
import { useNow, useSession } from '../../lib/desk-context.ts'
import { useCanAct, useDeskMutation, useDeskQuery } from '../../lib/desk-hooks.ts'
import { useKeys } from '../../lib/keys.ts'
import { spanText } from '../../lib/moments.ts'
import { KeyCap } from '../../parts/KeyHint.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { PageFigure, PageHead } from '../../parts/PageHead.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Refusal } from '../../parts/Refusal.tsx'
import { About } from './About.tsx'
import { Acts } from './Acts.tsx'
import { ageAt } from './Age.tsx'
import { EvidencePanel } from './EvidencePanel.tsx'
import { History } from './History.tsx'
import { kindTexts } from './kinds.ts'
import { NoteForm } from './NoteForm.tsx'
import { affectedTexts } from './texts.ts'
import './exceptions.css'

/** An exception: what is known of it, and below that what can be done, the safest first. */
export function ExceptionScreen() {
  const { exceptionId = '' } = useParams()
  const query = useDeskQuery(getException, { params: { id: exceptionId } })
  return <Loaded query={query}>{({ exception }) => <Shown key={exception.id} exception={exception} />}</Loaded>
}

function Shown({ exception }: { exception: ExceptionDetail }) {
  const { i18n, t } = useLingui()
  const { id, kind, amount, group, affects, closedAt } = exception
  const affected = affectedTexts[affects]
  const note = useRef<HTMLTextAreaElement>(null)
  const { operator } = useSession()
  const canAct = useCanAct()
  const take = useDeskMutation(takeException)
  const mayNote = takeException.roles.some((role) => operator.roles.includes(role))
  const isOwner = exception.owner?.id === operator.id
  const canTake = mayNote && canAct && !isOwner && closedAt === undefined && !take.isPending
  const takeKey = useRef(crypto.randomUUID())
  const takeOn = () => take.mutate({ params: { id }, body: { key: takeKey.current, note: takenOnNote } })
  useKeys([
    { key: 'A', label: t`Take it on`, run: () => canTake && takeOn() },
    { key: 'N', label: t`Note`, run: () => note.current?.focus() },
  ])
  return (
    <>
      <PageHead title={i18n._(kindTexts[kind].name)} chip={<AgeChip exception={exception} />} lede={<Lede exception={exception} />}>
        {amount !== undefined && (
          <PageFigure label={group === 'statements' ? <Trans>Difference</Trans> : <Trans>At stake</Trans>}>
            <span className={group === 'statements' ? 'dk-figure-differs' : undefined}>{format(amount, { plus: group === 'statements' })}</span>
          </PageFigure>
        )}
      </PageHead>
      <div className="dk-grid-side">
        <div className="dk-stack">
          {closedAt === undefined && (
            <Notice
              tone={affects === 'nobody' || affects === 'us' ? 'info' : 'warning'}
              icon={<Icon name={affects === 'nobody' || affects === 'us' ? 'clock' : 'user'} />}
              title={i18n._(affected.title)}
            >
              {i18n._(affected.text)}
            </Notice>
          )}
          <EvidencePanel evidence={exception.evidence} />
          <Acts exception={exception} />
        </div>
        <div className="dk-stack">
          <About exception={exception}>
            {take.error && <Refusal error={take.error} title={<Trans>Not taken on</Trans>} />}
            {mayNote && closedAt === undefined && !isOwner && (
              <div className="dk-buttons">
                <Button variant="outlined" full busy={take.isPending} busyLabel={t`Taking it on`} needsSignal={false} isDisabled={!canTake} onPress={takeOn}>
                  <Trans>Take it on</Trans>
                  <KeyCap>A</KeyCap>
                </Button>
              </div>
            )}
          </About>
          <Panel title={<Trans>History</Trans>}>
            <History events={exception.history} />
            {mayNote && (
              <div className="dk-rule">
                <NoteForm ids={[id]} fieldRef={note} hasKey />
              </div>
            )}
          </Panel>
        </div>
      </div>
    </>
  )
}

/** With the figures, where they are the point; else what the kind means. */
function Lede({ exception: { kind, evidence } }: { exception: ExceptionDetail }) {
  const { i18n } = useLingui()
  const said = (field: string) => evidence.fields.find((row) => row.field === field)?.values ?? []
  const [first, last, on] = [said('amount')[0], said('amount').at(-1), said('day').at(-1)]
  if (kind !== 'statement-wrong-amount' || first?.type !== 'money' || last?.type !== 'money' || on?.type !== 'day') return i18n._(kindTexts[kind].meaning)
  const [expected, shown, day] = [format(first.value), format(last.value), shortDate(new Date(`${on.value}T12:00:00+12:00`))]
  return (
    <Trans>
      The statement of {day} shows {shown} where {expected} was expected.
    </Trans>
  )
}

function AgeChip({ exception }: { exception: ExceptionDetail }) {
  const now = useNow()
  const { state, ms } = ageAt(exception, now)
  const span = spanText(ms)
  if (exception.closedAt)
    return (
      <StatusChip tone="positive">
        <Trans>closed after {span}</Trans>
      </StatusChip>
    )
  return (
    <StatusChip tone={state === 'overdue' ? 'negative' : state === 'due-soon' ? 'warning' : 'neutral'} icon={<Icon name="clock" size="xs" />}>
      {state === 'overdue' ? <Trans>open {span}, late</Trans> : state === 'due-soon' ? <Trans>open {span}, due soon</Trans> : <Trans>open {span}</Trans>}
    </StatusChip>
  )
}
