import { Trans, useLingui } from '@lingui/react/macro'
import type { ActAccess } from '@nikau/contract/desk/operators'
import { type DeskRole, deskRoles } from '@nikau/contract/desk/roles'
import { format } from '@nikau/money'
import { Icon } from '@nikau/ui'
import type { ReactNode } from 'react'
import { actName } from '../../lib/act-names.ts'
import { roleNames } from '../../lib/role-names.ts'
import { useRoleList } from '../../lib/useRoleList.ts'
import { Panel } from '../../parts/Panel.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { type ActRow, type Part, rowsOf } from './act-rows.ts'

/** Who may do what, as the server decides it. */
export function ActsTable({ acts }: { acts: readonly ActAccess[] }) {
  const { i18n, t } = useLingui()
  const columns: Column<'act' | DeskRole>[] = [
    { key: 'act', label: t`Act`, isHead: true },
    ...deskRoles.map((role) => ({ key: role, label: i18n._(roleNames[role]) })),
  ]
  const cellsOf = (row: ActRow) =>
    ({ act: <ActCell row={row} />, ...Object.fromEntries(deskRoles.map((role) => [role, <PartCell key={role} part={row.partOf(role)} />])) }) as Record<
      'act' | DeskRole,
      ReactNode
    >
  return (
    <Panel title={<Trans>Who may do what</Trans>} isFlush aside={<Legend />}>
      <div className="dk-matrix">
        <Table
          caption={t`Acts and the roles that may do them`}
          isDense
          columns={columns}
          rows={acts.flatMap(rowsOf).map((row) => ({ id: row.id, cells: cellsOf(row) }))}
        />
      </div>
    </Panel>
  )
}

function Legend() {
  return (
    <span className="dk-legend">
      <span>
        <Icon name="check" size="xs" />
        <Trans>alone</Trans>
      </span>
      <span>
        <b>2</b>
        <Trans>proposes or approves</Trans>
      </span>
      <span>
        <b>s</b>
        <Trans>approves only</Trans>
      </span>
    </span>
  )
}

function ActCell({ row: { kind, from, below, steps } }: { row: ActRow }) {
  const { i18n, t } = useLingui()
  const roleList = useRoleList()
  const name = i18n._(actName(kind))
  const [limit, most] = [from && format(from), below && format(below)]
  const chain = (needs: ActAccess['agreements'][number]['needs']) => needs.map((roles) => roleList(roles)).reduce((first, then) => t`${first}, then ${then}`)
  const sentences = steps.map((step, at) => {
    const [who, amount] = [chain(step.needs), format(step.from)]
    return at === 0 ? who : t`from ${amount} ${who}`
  })
  return (
    <>
      {most !== undefined ? (
        <Trans>
          {name}, under {most}
        </Trans>
      ) : limit !== undefined ? (
        <Trans>
          {name}, from {limit}
        </Trans>
      ) : (
        name
      )}
      {sentences.length > 0 && <span className="dk-sub">{sentences.join('; ')}</span>}
    </>
  )
}

function PartCell({ part }: { part: Part }) {
  switch (part) {
    case 'alone':
      return (
        <span className="dk-part">
          <Icon name="check" size="s" />
          <span className="n-hidden">
            <Trans>alone</Trans>
          </span>
        </span>
      )
    case 'both':
    case 'proposes':
      return (
        <span className="dk-part" data-lilac>
          <span aria-hidden>2</span>
          <span className="n-hidden">{part === 'both' ? <Trans>proposes, or approves for another</Trans> : <Trans>proposes, another approves</Trans>}</span>
        </span>
      )
    case 'agrees':
      return (
        <span className="dk-part" data-lilac>
          <span aria-hidden>s</span>
          <span className="n-hidden">
            <Trans>approves only</Trans>
          </span>
        </span>
      )
    case 'none':
      return (
        <span className="dk-part dk-ink-2">
          <span aria-hidden>–</span>
          <span className="n-hidden">
            <Trans>no</Trans>
          </span>
        </span>
      )
  }
}
