import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type DeskOperator, listOperators } from '@nikau/contract/desk/operators'
import { listProposals, type Proposal } from '@nikau/contract/desk/proposals'
import { Anchor, Avatar, Icon, initials, LinkButton } from '@nikau/ui'
import { useNavigate } from 'react-router'
import { useNow } from '../../lib/desk-context.ts'
import { useDeskQuery } from '../../lib/desk-hooks.ts'
import { momentText } from '../../lib/moments.ts'
import { useRoleList } from '../../lib/useRoleList.ts'
import { useRowKeys } from '../../lib/useRowKeys.ts'
import { DeskIcon } from '../../parts/DeskIcon.tsx'
import { Fields } from '../../parts/Fields.tsx'
import { AsOf } from '../../parts/Fresh.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Mono } from '../../parts/Mono.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Table } from '../../parts/Table.tsx'
import { type Access, operatorAddress, useMayPropose } from './access.ts'
import { ActsTable } from './ActsTable.tsx'
import { OperatorChip } from './OperatorChip.tsx'
import { ReviewPanel } from './ReviewPanel.tsx'
import { rolesText, useRoleNames } from './role-texts.ts'
import './access.css'

export function AccessScreen() {
  const query = useDeskQuery(listOperators, {})
  return (
    <>
      <PageHead title={<Trans>Access</Trans>} lede={<Trans>Nobody gives themselves a role. Admin gives access and sees no customer and no money.</Trans>}>
        {query.data && <Invite access={query.data} />}
      </PageHead>
      <Loaded query={query}>
        {(access) => (
          <div className="dk-stack">
            <div className="dk-grid-side dk-access">
              <div className="dk-stack">
                <Operators access={access} readAt={query.readAt} />
                <ReviewPanel access={access} />
              </div>
              <div className="dk-stack">
                <Waiting access={access} />
                <Sessions />
              </div>
            </div>
            <ActsTable acts={access.acts} />
          </div>
        )}
      </Loaded>
    </>
  )
}

function Invite({ access }: { access: Access }) {
  if (!useMayPropose(access)) return null
  return (
    <LinkButton href="/access/new" size="s" icon={<Icon name="plus" />}>
      <Trans>Add an operator</Trans>
    </LinkButton>
  )
}

function Operators({ access, readAt }: { access: Access; readAt: Date | undefined }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const now = useNow()
  const roleNames = useRoleNames()
  const { operators } = access
  const { current, linkRef, onFocus } = useRowKeys(
    'operators',
    operators.map(({ id }) => id),
    (id) => void navigate(operatorAddress(id)),
  )
  return (
    <Panel
      title={<Trans>Operators</Trans>}
      isFlush
      aside={
        <>
          <Plural value={operators.length} one="# operator" other="# operators" />
          {' · '}
          <AsOf at={readAt} />
        </>
      }
    >
      <Table
        caption={t`Operators, by name`}
        isDense
        hasCards
        current={current}
        columns={[
          { key: 'operator', label: t`Operator`, isHead: true, sort: 'ascending' },
          { key: 'roles', label: t`Roles` },
          { key: 'passkeys', label: t`Passkeys`, align: 'end', card: 'line' },
          { key: 'seen', label: t`Last seen`, card: 'line' },
          { key: 'state', label: t`State`, card: 'end' },
        ]}
        rows={operators.map((operator) => ({
          id: operator.id,
          cells: {
            operator: (
              <span className="dk-person">
                <Avatar tone="in" size="s">
                  {initials(operator.name)}
                </Avatar>
                <Anchor ref={linkRef(operator.id)} className="dk-row-link" href={operatorAddress(operator.id)} onFocus={() => onFocus(operator.id)}>
                  {operator.name}
                </Anchor>
              </span>
            ),
            roles: operator.roles.length === 0 ? <span className="dk-ink-2">–</span> : rolesText(roleNames(operator.roles)),
            passkeys: operator.passkeys,
            seen: <Seen operator={operator} now={now} />,
            state: <OperatorChip state={operator.state} />,
          },
        }))}
      />
    </Panel>
  )
}

function Seen({ operator: { seenAt, passkeyUsedAt }, now }: { operator: DeskOperator; now: Date }) {
  if (!seenAt && !passkeyUsedAt)
    return (
      <span className="dk-ink-2">
        <Trans>never</Trans>
      </span>
    )
  const used = passkeyUsedAt && momentText(passkeyUsedAt, now)
  return (
    <span className="dk-nowrap">
      {seenAt ? momentText(seenAt, now) : <Trans>never</Trans>}
      {used !== undefined && (
        <span className="dk-sub">
          <Trans>passkey {used}</Trans>
        </span>
      )}
    </span>
  )
}

/** Changes of access that wait for a second person. */
function Waiting({ access }: { access: Access }) {
  const query = useDeskQuery(listProposals, {})
  const waiting = query.data?.waiting.filter(({ kind }) => kind === 'access') ?? []
  return (
    <Panel tone={waiting.length > 0 ? 'lilac' : undefined} title={<Trans>Waiting</Trans>}>
      {waiting.length === 0 ? (
        <p className="dk-ink-2">
          <Trans>No change of access waits for a second person.</Trans>
        </p>
      ) : (
        <ul className="dk-waiting">
          {waiting.map((proposal) => (
            <WaitingProposal key={proposal.id} proposal={proposal} operators={access.operators} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function WaitingProposal({ proposal, operators }: { proposal: Proposal; operators: readonly DeskOperator[] }) {
  const now = useNow()
  const roleNames = useRoleNames()
  const roleList = useRoleList()
  const { id, content, proposer, createdAt, needs, cannotDecide } = proposal
  const wanted = Array.isArray(content.roles) ? rolesText(roleNames(content.roles as DeskOperator['roles'])) : ''
  const name = operators.find((operator) => operator.id === content.operator)?.name ?? (typeof content.name === 'string' ? content.name : '')
  const proposed = momentText(createdAt, now)
  const who = roleList(needs[0] ?? [])
  const href = `/approvals/${encodeURIComponent(id)}`
  return (
    <li>
      <p>
        <b className="dk-strong">{wanted === '' ? <Trans>No role</Trans> : wanted}</b> <Trans>for {name}</Trans>
        {content.passkey === 'add' && <Trans>, with a passkey</Trans>}
        {content.passkey === 'replace' && <Trans>, with a new passkey</Trans>}
      </p>
      <p className="dk-sub">
        <Trans>
          {proposer.name}, {proposed}. Needs {who}.
        </Trans>
      </p>
      <LinkButton href={href} variant={cannotDecide === undefined ? 'accent' : 'outlined'} full icon={<DeskIcon name="eyes" />}>
        {cannotDecide === undefined ? <Trans>Look and decide</Trans> : <Trans>Look</Trans>}
        <span className="n-hidden">
          {' '}
          <Trans>for {name}</Trans>
        </span>
      </LinkButton>
    </li>
  )
}

const [idleMinutes, sessionHours, stepUpMinutes] = [15, 10, 10]

function Sessions() {
  return (
    <Panel title={<Trans>Sessions</Trans>}>
      <Fields
        rows={[
          {
            key: 'sign-in',
            label: <Trans>Sign-in</Trans>,
            value: (
              <Trans>
                passkey only, own client <Mono>nikau-desk</Mono>
              </Trans>
            ),
          },
          { key: 'idle', label: <Trans>Idle</Trans>, value: <Trans>locks after {idleMinutes} minutes</Trans> },
          { key: 'most', label: <Trans>At most</Trans>, value: <Trans>{sessionHours} hours, then sign in again</Trans> },
          {
            key: 'step-up',
            label: <Trans>Step-up</Trans>,
            value: <Trans>passkey again for money, roles and approvals; good for {stepUpMinutes} minutes</Trans>,
          },
          { key: 'end', label: <Trans>Ends</Trans>, value: <Trans>at once when a role is taken or a passkey replaced</Trans> },
        ]}
      />
    </Panel>
  )
}
