import { Trans, useLingui } from '@lingui/react/macro'
import { getProposal, type Movement, type Proposal } from '@nikau/contract/desk/proposals'
import { format } from '@nikau/money'
import { Icon } from '@nikau/ui'
import { useParams } from 'react-router'
import { actName } from '../../lib/act-names.ts'
import { useNow } from '../../lib/desk-context.ts'
import { useDeskQuery } from '../../lib/desk-hooks.ts'
import { momentText, spanText } from '../../lib/moments.ts'
import { type Check, Checks } from '../../parts/Checks.tsx'
import { Fields } from '../../parts/Fields.tsx'
import { AsOf } from '../../parts/Fresh.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Mono } from '../../parts/Mono.tsx'
import { PageFigure, PageHead } from '../../parts/PageHead.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Sum } from '../../parts/Sum.tsx'
import { Table } from '../../parts/Table.tsx'
import { balancesOf } from './balances.ts'
import { Decision } from './Decision.tsx'
import { contentRows, useRoleList, useSubjectText } from './proposal-texts.ts'
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
  const { i18n, t } = useLingui()
  const { movements, state, exceptionId, result } = proposal
  const rows = contentRows(proposal).map(({ key, label, text }) => ({ key, label: label ? i18n._(label) : <Mono>{key}</Mono>, value: text }))
  const done = Object.entries(result ?? {}).map(([key, value]) => ({ key: `result-${key}`, label: <Mono>{key}</Mono>, value: <Mono>{value}</Mono> }))
  const fields = [
    ...rows,
    ...(exceptionId === undefined ? [] : [{ key: 'exception', label: <Trans>About</Trans>, value: <Trans>exception {exceptionId}</Trans> }]),
    ...done,
  ]
  return (
    <Panel isFlush title={state === 'approved' ? <Trans>What was done</Trans> : <Trans>What happens when you approve</Trans>}>
      {movements.length > 0 ? (
        <Table
          caption={t`What will be posted, as debit and credit`}
          hasCards
          columns={[
            { key: 'operation', label: t`Operation`, isHead: true },
            { key: 'debit', card: 'line', label: t`Debit` },
            { key: 'credit', card: 'line', label: t`Credit` },
            { key: 'amount', card: 'line', label: t`Amount`, align: 'end' },
          ]}
          rows={movements.map(({ kind, debit, credit, amount }, place) => ({
            id: String(place),
            cells: {
              operation: kind,
              debit: <Mono>{debit.account}</Mono>,
              credit: <Mono>{credit.account}</Mono>,
              amount: <Sum cents={amount} isStrong />,
            },
          }))}
        />
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
  const { t } = useLingui()
  return (
    <Panel isFlush title={<Trans>Before and after</Trans>} aside={<AsOf at={triedAt} />}>
      <Table
        caption={t`Balances before and after`}
        hasCards
        isDense
        columns={[
          { key: 'account', label: t`Account`, isHead: true },
          { key: 'before', card: 'line', label: t`Before`, align: 'end' },
          { key: 'change', card: 'line', label: t`Change`, align: 'end' },
          { key: 'after', card: 'line', label: t`After`, align: 'end' },
        ]}
        rows={balancesOf(movements).map(({ account, unit, before, change, after }) => ({
          id: `${unit} ${account}`,
          cells: {
            account: <Mono>{account}</Mono>,
            before: <Sum cents={before} />,
            change: <Sum cents={change} hasSign />,
            after: <Sum cents={after} isStrong />,
          },
        }))}
      />
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
