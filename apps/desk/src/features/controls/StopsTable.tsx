import { Trans, useLingui } from '@lingui/react/macro'
import { type Stop, stopNow } from '@nikau/contract/desk/controls'
import type { DeskRole } from '@nikau/contract/desk/roles'
import { Button, Icon, LinkButton, StatusChip } from '@nikau/ui'
import { useNow, useSession } from '../../lib/desk-context.ts'
import { useCanAct } from '../../lib/desk-hooks.ts'
import { momentText } from '../../lib/moments.ts'
import { DeskIcon } from '../../parts/DeskIcon.tsx'
import { AsOf } from '../../parts/Fresh.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Table } from '../../parts/Table.tsx'
import type { Change } from './ChangeForm.tsx'
import { stopTexts } from './control-texts.ts'

const starters: readonly DeskRole[] = ['operations', 'finance-lead', 'compliance']

interface StopsTableProps {
  stops: readonly Stop[]
  readAt: Date | undefined
  onChange: (change: Change) => void
}

export function StopsTable({ stops, readAt, onChange }: StopsTableProps) {
  const { t } = useLingui()
  return (
    <Panel title={<Trans>Stops</Trans>} isFlush aside={<AsOf at={readAt} />}>
      <Table
        caption={t`What can be stopped, and whether it is`}
        columns={[
          { key: 'what', label: t`What`, isHead: true },
          { key: 'state', label: t`State` },
          { key: 'act', label: t`Act`, isLabelHidden: true, align: 'end' },
        ]}
        rows={stops.map((stop) => ({
          id: stop.name,
          tone: stop.stopped ? 'warning' : undefined,
          cells: { what: <What stop={stop} />, state: <State isStopped={stop.stopped} />, act: <Act stop={stop} onChange={onChange} /> },
        }))}
      />
    </Panel>
  )
}

function What({ stop: { name, stopped, last } }: { stop: Stop }) {
  const { i18n } = useLingui()
  const now = useNow()
  const since = last && momentText(last.from, now)
  const who = last?.proposer?.name
  return (
    <>
      {i18n._(stopTexts[name].name)}
      <span className="dk-sub">
        {!stopped || !last ? (
          i18n._(stopTexts[name].effect)
        ) : who === undefined ? (
          <Trans>
            since {since}, by the check of the books: {last.reason}
          </Trans>
        ) : (
          <Trans>
            since {since}, {who}: {last.reason}
          </Trans>
        )}
      </span>
    </>
  )
}

function State({ isStopped }: { isStopped: boolean }) {
  return isStopped ? (
    <StatusChip tone="warning" icon={<Icon name="lock" size="xs" />}>
      <Trans>stopped</Trans>
    </StatusChip>
  ) : (
    <StatusChip tone="positive">
      <Trans>running</Trans>
    </StatusChip>
  )
}

function Act({ stop, onChange }: { stop: Stop; onChange: (change: Change) => void }) {
  const { i18n } = useLingui()
  const { roles } = useSession().operator
  const canAct = useCanAct()
  const name = <span className="n-hidden"> {i18n._(stopTexts[stop.name].name)}</span>
  const mayStop = stopNow.roles.some((role) => roles.includes(role))
  const mayStart = starters.some((role) => roles.includes(role))
  if (stop.start?.proposalId !== undefined)
    return (
      <LinkButton size="s" variant="outlined" href={`/approvals/${encodeURIComponent(stop.start.proposalId)}`} icon={<DeskIcon name="eyes" />}>
        <Trans>Start is proposed</Trans>
        {name}
      </LinkButton>
    )
  if (stop.stopped)
    return mayStart ? (
      <Button size="s" variant="outlined" icon={<DeskIcon name="eyes" />} isDisabled={!canAct} onPress={() => onChange({ kind: 'start', stop })}>
        <Trans>Start again</Trans>
        {name}
      </Button>
    ) : null
  return mayStop ? (
    <Button size="s" variant="destructive" isDisabled={!canAct} onPress={() => onChange({ kind: 'stop', name: stop.name })}>
      <Trans>Stop</Trans>
      {name}
    </Button>
  ) : null
}
