import { Trans, useLingui } from '@lingui/react/macro'
import { getProposal, type Movement, type Proposal } from '@nikau/contract/desk/proposals'
import { format } from '@nikau/money'
import { Icon } from '@nikau/ui'
import { useParams } from 'react-router'
import { actName } from '../../lib/act-names.ts'
import { useNow } from '../../lib/desk-context.ts'
import { useDeskQuery } from '../../lib/desk-hooks.ts'
import { fullMoment, momentText, spanText } from '../../lib/moments.ts'
import { useRoleList } from '../../lib/useRoleList.ts'
import { useSubjectText } from '../../lib/useSubjectText.ts'
import { type Check, Checks } from '../../parts/Checks.tsx'
import { Fields } from '../../parts/Fields.tsx'
import { AsOf } from '../../parts/Fresh.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { PostingLink } from '../../parts/LedgerLinks.tsx'
import { Mono } from '../../parts/Mono.tsx'
import { BalancesTable, PostedTable } from '../../parts/Movements.tsx'
import { PageFigure, PageHead } from '../../parts/PageHead.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Decision } from './Decision.tsx'
import { contentRows } from './proposal-texts.ts'
import { StateChip } from './StateChip.tsx'

/** A proposal with everything that its second person has to see before they decide. */
export function ApproveScreen() {
  const { proposalId = '' } = useParams()
  const query = useDeskQuery(getProposal, { params: { id: proposalId } })
  return <Loaded query={query}>{({ proposal }) => <Shown proposal={proposal} onReload={query.reload} />}</Loaded>
}

function Shown({ proposal, onReload }: { proposal: Proposal; onReload: () => void }) {
  const { i18n } = useLingui()
  const subjectText = useSubjectText()
  const { kind, subject, amount, state, movements } = proposal
  const about = subjectText(subject)
  return (
    <>
      <PageHead
        title={i18n._(actName(kind))}
        chip={<StateChip state={state} />}
        lede={
          <>
            <span className="dk-capital">{about}</span> · <Mono>{kind}</Mono>
          </>
        }
      >
        {amount !== undefined && <PageFigure label={<Trans>Amount</Trans>}>{format(amount)}</PageFigure>}
      </PageHead>
      <div className="dk-grid-side">
        <div className="dk-stack">
          <Happens proposal={proposal} />
          {movements.length > 0 && <BeforeAndAfter movements={movements} triedAt={proposal.createdAt} />}
          <Evidence proposal={proposal} />
        </div>
        <div className="dk-stack">
          <Decision proposal={proposal} onReload={onReload} />
          <Panel title={<Trans>Checked for you</Trans>}>
            <ChecksMade proposal={proposal} />
          </Panel>
        </div>
      </div>
    </>
  )
}

function Happens({ proposal }: { proposal: Proposal }) {
  const { i18n } = useLingui()
  const { movements, state, exceptionId, result } = proposal
  const rows = contentRows(proposal).map(({ key, label, text, words }) => ({
    key,
    label: label ? i18n._(label) : <Mono>{key}</Mono>,
    value: words ? words.map((word) => i18n._(word)).join(', ') : text,
  }))
  const done = Object.entries(result ?? {}).map(([key, value]) =>
    key === 'linkUntil'
      ? { key: 'result-link', label: <Trans>Link works until</Trans>, value: fullMoment(new Date(value)) }
      : key === 'posting'
        ? { key: 'result-posting', label: <Trans>Posting</Trans>, value: <PostingLink id={value}>{value}</PostingLink> }
        : { key: `result-${key}`, label: <Mono>{key}</Mono>, value: <Mono>{value}</Mono> },
  )
  const fields = [
    ...rows,
    ...(exceptionId === undefined ? [] : [{ key: 'exception', label: <Trans>About</Trans>, value: <Trans>exception {exceptionId}</Trans> }]),
    ...done,
  ]
  return (
    <Panel isFlush title={state === 'approved' ? <Trans>What was done</Trans> : <Trans>What happens when you approve</Trans>}>
      {movements.length > 0 ? (
        <PostedTable movements={movements} posting={result?.posting} />
      ) : (
        <p className="dk-panel-body dk-with-icon">
          <Icon name="check" size="s" />
          <Trans>No money moves.</Trans>
        </p>
      )}
      {fields.length > 0 && (
        <div className="dk-fields-block">
          <Fields rows={fields} />
        </div>
      )}
    </Panel>
  )
}

/** As tried when it was proposed: if a balance has changed since, the approval is refused. */
function BeforeAndAfter({ movements, triedAt }: { movements: readonly Movement[]; triedAt: Date }) {
  return (
    <Panel isFlush title={<Trans>Before and after</Trans>} aside={<AsOf at={triedAt} />}>
      <BalancesTable movements={movements} />
    </Panel>
  )
}

function Evidence({ proposal: { evidence } }: { proposal: Proposal }) {
  return (
    <Panel title={<Trans>Evidence</Trans>}>
      {evidence.length === 0 ? (
        <p className="dk-ink-2">
          <Trans>No letter, ticket or call is named. This kind of act may be proposed without.</Trans>
        </p>
      ) : (
        <ul className="dk-list">
          {evidence.map((text) => (
            <li key={text}>
              <Icon name="document" size="s" />
              {text}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const soonMs = 2 * 3_600_000

function ChecksMade({ proposal: { state, cannotDecide, needs, movements, evidence, endsAt } }: { proposal: Proposal }) {
  const now = useNow()
  const roleList = useRoleList()
  const left = endsAt.getTime() - now.getTime()
  const span = spanText(left)
  const ended = momentText(endsAt, now)
  const roles = roleList(needs[0] ?? [])
  const isOpen = state === 'waiting' && left > 0 && cannotDecide !== 'PROPOSAL_ENDED'
  const checks: Check[] = [
    isOpen
      ? { key: 'open', result: left < soonMs ? 'warning' : 'passed', text: <Trans>It still waits, for {span}</Trans> }
      : {
          key: 'open',
          result: state === 'approved' ? 'passed' : 'failed',
          text: state === 'waiting' || state === 'ended' ? <Trans>It ended {ended}</Trans> : <Trans>It is decided</Trans>,
        },
    ...(isOpen
      ? ([
          ...(cannotDecide === 'OUTSIDE_ROLE'
            ? []
            : [
                cannotDecide === 'SAME_PERSON'
                  ? { key: 'person', result: 'failed' as const, text: <Trans>You proposed it, noted on it or own it</Trans> }
                  : { key: 'person', result: 'passed' as const, text: <Trans>You did not propose it, note on it or own it</Trans> },
              ]),
          cannotDecide === 'OUTSIDE_ROLE'
            ? { key: 'role', result: 'failed', text: <Trans>Your role may not approve it: it needs {roles}</Trans> }
            : { key: 'role', result: 'passed', text: <Trans>It needs {roles}</Trans> },
        ] satisfies Check[])
      : []),
    {
      key: 'books',
      result: 'passed',
      text:
        movements.length > 0 ? (
          <Trans>It was tried against the books, and every debit has its credit</Trans>
        ) : (
          <Trans>It was tried against the books, and posts nothing</Trans>
        ),
    },
    evidence.length > 0
      ? { key: 'evidence', result: 'passed', text: <Trans>It names its evidence</Trans> }
      : { key: 'evidence', result: 'warning', text: <Trans>It names no evidence</Trans> },
  ]
  return <Checks checks={checks} />
}
