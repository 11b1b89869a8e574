import { Trans } from '@lingui/react/macro'
import { type DeskOperator, listOperators } from '@nikau/contract/desk/operators'
import { EmptyState, Notice } from '@nikau/ui'
import { useParams } from 'react-router'
import { useNow, useSession } from '../../lib/desk-context.ts'
import { useDeskQuery } from '../../lib/desk-hooks.ts'
import { momentText } from '../../lib/moments.ts'
import { Fields } from '../../parts/Fields.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Mono } from '../../parts/Mono.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { type Access, useMayPropose } from './access.ts'
import { OperatorChip } from './OperatorChip.tsx'
import { OperatorForm } from './OperatorForm.tsx'
import { rolesText, useRoleNames } from './role-texts.ts'
import './access.css'

export function NewOperatorScreen() {
  const query = useDeskQuery(listOperators, {})
  return (
    <>
      <PageHead title={<Trans>New operator</Trans>} lede={<Trans>It is a proposal: another admin or compliance adds them.</Trans>} />
      <Loaded query={query}>{(access) => <Form access={access} operator={undefined} />}</Loaded>
    </>
  )
}

export function OperatorScreen() {
  const { operatorId = '' } = useParams()
  const query = useDeskQuery(listOperators, {})
  return (
    <Loaded query={query}>
      {(access) => {
        const operator = access.operators.find(({ id }) => id === operatorId)
        return operator ? (
          <Shown access={access} operator={operator} />
        ) : (
          <EmptyState drawing="frond" level={1} title={<Trans>No operator has this id</Trans>} />
        )
      }}
    </Loaded>
  )
}

function Shown({ access, operator }: { access: Access; operator: DeskOperator }) {
  const roleNames = useRoleNames()
  return (
    <>
      <PageHead title={operator.name} chip={<OperatorChip state={operator.state} />} lede={rolesText(roleNames(operator.roles)) || <Trans>No role</Trans>} />
      <Form access={access} operator={operator} />
    </>
  )
}

/** The form for those who may propose it, and for the others why they may not. */
function Form({ access, operator }: { access: Access; operator: DeskOperator | undefined }) {
  const session = useSession()
  const mayPropose = useMayPropose(access)
  if (mayPropose && operator?.id !== session.operator.id)
    return <OperatorForm access={access} operator={operator} facts={operator && <Facts operator={operator} />} />
  return (
    <div className="dk-stack">
      <Notice
        tone="info"
        title={operator?.id === session.operator.id ? <Trans>Nobody changes their own access</Trans> : <Trans>An admin proposes changes of access</Trans>}
      >
        {operator?.id === session.operator.id ? (
          <Trans>Another admin proposes it, and another person than you approves.</Trans>
        ) : (
          <Trans>Your role may look at operators here.</Trans>
        )}
      </Notice>
      {operator && <Facts operator={operator} />}
    </div>
  )
}

function Facts({ operator: { id, login, passkeys, passkeyUsedAt, seenAt, review } }: { operator: DeskOperator }) {
  const now = useNow()
  const at = review?.state === 'confirmed' ? momentText(review.at, now) : ''
  const by = review?.state === 'confirmed' ? review.by?.name : undefined
  return (
    <Panel title={<Trans>As it is</Trans>}>
      <Fields
        rows={[
          { key: 'id', label: <Trans>Operator id</Trans>, value: <Mono>{id}</Mono> },
          { key: 'login', label: <Trans>Sign-in name</Trans>, value: <Mono>{login}</Mono> },
          { key: 'passkeys', label: <Trans>Passkeys</Trans>, value: passkeys },
          { key: 'used', label: <Trans>Last used</Trans>, value: passkeyUsedAt ? momentText(passkeyUsedAt, now) : <Trans>never</Trans> },
          { key: 'seen', label: <Trans>Last seen</Trans>, value: seenAt ? momentText(seenAt, now) : <Trans>never</Trans> },
          {
            key: 'review',
            label: <Trans>Review</Trans>,
            value:
              review === undefined ? (
                <Trans>not confirmed this quarter</Trans>
              ) : review.state === 'added' ? (
                <Trans>joined this quarter</Trans>
              ) : by === undefined ? (
                <Trans>confirmed {at}</Trans>
              ) : (
                <Trans>
                  confirmed {at} by {by}
                </Trans>
              ),
          },
        ]}
      />
    </Panel>
  )
}
