import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { listProposals, type Proposal } from '@nikau/contract/desk/proposals'
import { Anchor, EmptyState, Icon, StatusChip } from '@nikau/ui'
import { useNavigate } from 'react-router'
import { actName } from '../../lib/act-names.ts'
import { useNow } from '../../lib/desk-context.ts'
import { useDeskQuery } from '../../lib/desk-hooks.ts'
import { momentText, spanText } from '../../lib/moments.ts'
import { shortId } from '../../lib/short-id.ts'
import { useRowKeys } from '../../lib/useRowKeys.ts'
import { useRoleList } from '../../lib/useRoleList.ts'
import { DeskIcon } from '../../parts/DeskIcon.tsx'
import { AsOf } from '../../parts/Fresh.tsx'
import { KeyHints } from '../../parts/KeyHint.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Person } from '../../parts/Person.tsx'
import { Sum } from '../../parts/Sum.tsx'
import { Table } from '../../parts/Table.tsx'
import { useSubjectText } from '../../lib/useSubjectText.ts'
import { StateChip } from './StateChip.tsx'

const addressOf = (id: string) => `/approvals/${encodeURIComponent(id)}`

export function ApprovalsScreen() {
  const query = useDeskQuery(listProposals, {})
  return (
    <>
      <PageHead title={<Trans>Approvals</Trans>} lede={<Trans>Nobody approves what they proposed. What changes meanwhile is refused and shown again.</Trans>} />
      <Loaded query={query}>
        {({ waiting, decided }) => (
          <div className="dk-stack">
            <Waiting proposals={waiting} readAt={query.readAt} />
            <Decided proposals={decided} />
          </div>
        )}
      </Loaded>
    </>
  )
}

function Waiting({ proposals, readAt }: { proposals: readonly Proposal[]; readAt: Date | undefined }) {
  const { i18n, t } = useLingui()
  const navigate = useNavigate()
  const now = useNow()
  const subjectText = useSubjectText()
  const { current, linkRef, onFocus } = useRowKeys(
    'approvals',
    proposals.map(({ id }) => id),
    (id) => void navigate(addressOf(id)),
  )
  const forYou = proposals.filter(({ cannotDecide }) => cannotDecide === undefined).length
  const forOthers = proposals.length - forYou
  return (
    <Panel
      title={<Trans>Waiting</Trans>}
      isFlush
      aside={
        <>
          <Trans>
            {forYou} for you, {forOthers} for others
          </Trans>
          {' · '}
          <AsOf at={readAt} />
        </>
      }
    >
      {proposals.length === 0 ? (
        <EmptyState drawing="people" level={3} title={<Trans>Nothing waits for a second person</Trans>} />
      ) : (
        <>
          <Table
            caption={t`Proposals that wait for a second person`}
            hasCards
            current={current}
            columns={[
              { key: 'number', label: t`No.`, card: 'hidden' },
              { key: 'what', label: t`What`, isHead: true },
              { key: 'amount', label: t`Amount`, align: 'end', card: 'end' },
              { key: 'proposer', label: t`Proposed by` },
              { key: 'ends', label: t`Ends in`, card: 'end' },
              { key: 'who', label: t`Who may` },
            ]}
            rows={proposals.map((proposal) => ({
              id: proposal.id,
              cells: {
                number: <span className="dk-strong">{shortId(proposal.id)}</span>,
                what: (
                  <>
                    <Anchor ref={linkRef(proposal.id)} className="dk-row-link" href={addressOf(proposal.id)} onFocus={() => onFocus(proposal.id)}>
                      {i18n._(actName(proposal.kind))}
                    </Anchor>
                    <span className="dk-sub">{subjectText(proposal.subject)}</span>
                  </>
                ),
                amount: <Sum cents={proposal.amount} />,
                proposer: <Person name={proposal.proposer.name} detail={momentText(proposal.createdAt, now)} />,
                ends: <EndsIn at={proposal.endsAt} now={now} />,
                who: <WhoMay proposal={proposal} />,
              },
            }))}
          />
          <KeyHints
            hints={[
              { keys: ['J', 'K'], label: <Trans>move</Trans> },
              { keys: ['Enter'], label: <Trans>open</Trans> },
              { keys: ['?'], label: <Trans>all keys</Trans> },
            ]}
          />
        </>
      )}
    </Panel>
  )
}

const soonMs = 2 * 3_600_000

function EndsIn({ at, now }: { at: Date; now: Date }) {
  const left = at.getTime() - now.getTime()
  if (left <= 0) return <Trans>ended</Trans>
  return (
    <span className="dk-with-icon" data-tone={left < soonMs ? 'warning' : undefined}>
      <Icon name="clock" size="s" />
      {spanText(left)}
      {left < soonMs && (
        <span className="n-hidden">
          {' '}
          <Trans>soon</Trans>
        </span>
      )}
    </span>
  )
}

/** Whether this operator may decide it, and why not. */
function WhoMay({ proposal: { cannotDecide, needs } }: { proposal: Proposal }) {
  const roleList = useRoleList()
  if (cannotDecide === undefined)
    return (
      <StatusChip tone="accent" icon={<DeskIcon name="eyes" size="xs" />}>
        <Trans>you can</Trans>
      </StatusChip>
    )
  const roles = roleList(needs[0] ?? [])
  return (
    <StatusChip icon={<Icon name="lock" size="xs" />}>
      {cannotDecide === 'SAME_PERSON' ? (
        <Trans>another person</Trans>
      ) : cannotDecide === 'OUTSIDE_ROLE' && needs.length > 0 ? (
        <Trans>needs {roles}</Trans>
      ) : (
        <Trans>ended</Trans>
      )}
    </StatusChip>
  )
}

function Decided({ proposals }: { proposals: readonly Proposal[] }) {
  const { i18n, t } = useLingui()
  const now = useNow()
  const subjectText = useSubjectText()
  return (
    <Panel title={<Trans>Decided lately</Trans>} isFlush aside={<Plural value={proposals.length} one="# proposal" other="# proposals" />}>
      {proposals.length === 0 ? (
        <p className="dk-panel-body dk-ink-2">
          <Trans>Nothing was decided lately.</Trans>
        </p>
      ) : (
        <Table
          caption={t`Proposals decided lately`}
          hasCards
          columns={[
            { key: 'number', label: t`No.`, card: 'hidden' },
            { key: 'what', label: t`What`, isHead: true },
            { key: 'amount', label: t`Amount`, align: 'end', card: 'end' },
            { key: 'proposer', label: t`Proposed by`, card: 'hidden' },
            { key: 'decider', label: t`Decided by` },
            { key: 'when', label: t`When`, card: 'hidden' },
            { key: 'how', label: t`How`, card: 'end' },
          ]}
          rows={proposals.map((proposal) => ({
            id: proposal.id,
            cells: {
              number: <span className="dk-strong">{shortId(proposal.id)}</span>,
              what: (
                <>
                  <Anchor className="dk-row-link" href={addressOf(proposal.id)}>
                    {i18n._(actName(proposal.kind))}
                  </Anchor>
                  <span className="dk-sub">{subjectText(proposal.subject)}</span>
                </>
              ),
              amount: <Sum cents={proposal.amount} />,
              proposer: <Person name={proposal.proposer.name} />,
              decider: <Deciders proposal={proposal} />,
              when: <span className="dk-nowrap">{momentText(proposal.decidedAt ?? proposal.endsAt, now)}</span>,
              how: <StateChip state={proposal.state} />,
            },
          }))}
        />
      )}
    </Panel>
  )
}

function Deciders({ proposal: { declinedBy, approvers } }: { proposal: Proposal }) {
  const people = declinedBy ? [declinedBy] : approvers
  if (people.length === 0) return <span className="dk-absent">–</span>
  return people.map(({ id, name }) => <Person key={id} name={name} />)
}
