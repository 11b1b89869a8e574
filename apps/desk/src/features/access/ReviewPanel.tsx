import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskOperator } from '@nikau/contract/desk/operators'
import { createProposal } from '@nikau/contract/desk/proposals'
import { shortDate } from '@nikau/nz/nz-time'
import { Button, Icon, StatusChip } from '@nikau/ui'
import { useSession } from '../../lib/desk-context.ts'
import { useCanAct, useDeskMutation } from '../../lib/desk-hooks.ts'
import { Panel } from '../../parts/Panel.tsx'
import { Person } from '../../parts/Person.tsx'
import { Refusal } from '../../parts/Refusal.tsx'
import { Table } from '../../parts/Table.tsx'
import type { Access } from './access.ts'
import { rolesText, useRoleNames } from './role-texts.ts'

/** The quarter's review: who is confirmed, and who still has to be before its last day is over. */
export function ReviewPanel({ access: { operators, acts, review, now } }: { access: Access }) {
  const { t } = useLingui()
  const { operator: caller } = useSession()
  const { quarter, lastDay, endsAt, next } = review
  const confirm = useDeskMutation(createProposal)
  const mayConfirm = acts.find(({ kind }) => kind === 'confirm-access')?.proposers.some((role) => caller.roles.includes(role)) ?? false
  const reviewed = operators.filter(({ roles }) => roles.length > 0)
  const missing = reviewed.filter((operator) => operator.review === undefined)
  const isOver = now >= endsAt
  const [done, all] = [reviewed.length - missing.length, reviewed.length]
  const last = shortDate(lastDay)
  const [nextFrom, nextTo] = [shortDate(next.firstDay), `${shortDate(next.lastDay)} ${next.lastDay.slice(0, 4)}`]
  return (
    <Panel
      isFlush={missing.length > 0}
      title={<Trans>Quarterly review</Trans>}
      aside={
        <Trans>
          {quarter}, {done} of {all} confirmed
        </Trans>
      }
    >
      <div className={missing.length > 0 ? 'dk-panel-body' : undefined}>
        {missing.length === 0 ? (
          <p className="dk-with-icon">
            <Icon name="check" size="s" />
            {isOver ? <Trans>Everybody was confirmed or joined since. It ended {last}.</Trans> : <Trans>Everybody is confirmed. It ends {last}.</Trans>}
          </p>
        ) : isOver ? (
          <p className="dk-with-icon" data-tone="negative">
            <Icon name="problem" size="s" />
            <Trans>It ended {last}. These keep their roles only because fewer than two admins would remain.</Trans>
          </p>
        ) : (
          <p className="dk-with-icon" data-tone="warning">
            <Icon name="clock" size="s" />
            <Trans>It ends {last}, at midnight.</Trans>
          </p>
        )}
        <p className="dk-sub mt-1">
          <Trans>
            Next {nextFrom} to {nextTo}. An operator who is not confirmed loses all roles when it ends. Nobody confirms themselves.
          </Trans>
        </p>
        {confirm.error && (
          <div className="mt-3">
            <Refusal error={confirm.error} title={<Trans>Not confirmed</Trans>} />
          </div>
        )}
      </div>
      {missing.length > 0 && (
        <ToConfirm
          operators={missing}
          callerId={caller.id}
          mayConfirm={mayConfirm}
          busyId={confirm.isPending ? (confirm.variables.body.content as { operators: string[] }).operators[0] : undefined}
          onConfirm={(id) =>
            confirm.mutate({
              body: {
                kind: 'confirm-access',
                content: { operators: [id] },
                note: t`Confirmed in the review of ${quarter}`,
                evidence: [],
                key: crypto.randomUUID(),
              },
            })
          }
        />
      )}
    </Panel>
  )
}

interface ToConfirmProps {
  operators: readonly DeskOperator[]
  callerId: string
  mayConfirm: boolean
  busyId: string | undefined
  onConfirm: (id: string) => void
}

function ToConfirm({ operators, callerId, mayConfirm, busyId, onConfirm }: ToConfirmProps) {
  const { t } = useLingui()
  const canAct = useCanAct()
  const roleNames = useRoleNames()
  return (
    <Table
      caption={t`Operators who are not confirmed yet`}
      isDense
      hasCards
      columns={[
        { key: 'operator', label: t`Operator`, isHead: true },
        { key: 'roles', label: t`Roles` },
        { key: 'act', label: t`Confirm`, isLabelHidden: true, align: 'end', card: 'end' },
      ]}
      rows={operators.map(({ id, name, roles }) => ({
        id,
        cells: {
          operator: <Person name={name} />,
          roles: rolesText(roleNames(roles)),
          act:
            id === callerId ? (
              <StatusChip icon={<Icon name="user" size="xs" />}>
                <Trans>you: another confirms</Trans>
              </StatusChip>
            ) : mayConfirm ? (
              <Button
                size="s"
                variant="outlined"
                busy={busyId === id}
                busyLabel={t`Confirming`}
                needsSignal={false}
                isDisabled={!canAct || (busyId !== undefined && busyId !== id)}
                onPress={() => onConfirm(id)}
              >
                <Trans>Confirm</Trans>
                <span className="n-hidden"> {name}</span>
              </Button>
            ) : (
              <StatusChip tone="warning">
                <Trans>not confirmed</Trans>
              </StatusChip>
            ),
        },
      }))}
    />
  )
}
