import { Trans, useLingui } from '@lingui/react/macro'
import { type Flag, setFlag } from '@nikau/contract/desk/controls'
import { Button, StatusChip } from '@nikau/ui'
import { useNow, useSession } from '../../lib/desk-context.ts'
import { useCanAct } from '../../lib/desk-hooks.ts'
import { momentText } from '../../lib/moments.ts'
import { Mono } from '../../parts/Mono.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Table } from '../../parts/Table.tsx'
import type { Change } from './ChangeForm.tsx'
import { flagTexts } from './control-texts.ts'

export function FlagsTable({ flags, onChange }: { flags: readonly Flag[]; onChange: (change: Change) => void }) {
  const { i18n, t } = useLingui()
  const now = useNow()
  const canAct = useCanAct()
  const { roles } = useSession().operator
  const maySet = setFlag.roles.some((role) => roles.includes(role))
  return (
    <Panel title={<Trans>What the app shows</Trans>} isFlush aside={<Trans>no server decides by them</Trans>}>
      <Table
        caption={t`Flags of the app`}
        isDense
        columns={[
          { key: 'flag', label: t`Flag`, isHead: true },
          { key: 'state', label: t`State` },
          { key: 'act', label: t`Act`, isLabelHidden: true, align: 'end' },
        ]}
        rows={flags.map(({ name, on, last }) => ({
          id: name,
          cells: {
            flag: (
              <>
                {i18n._(flagTexts[name])}
                <span className="dk-sub">
                  <Mono>{name}</Mono>
                </span>
              </>
            ),
            state: (
              <>
                {on ? (
                  <StatusChip tone="positive">
                    <Trans>on</Trans>
                  </StatusChip>
                ) : (
                  <span className="dk-ink-2">
                    <Trans>off</Trans>
                  </span>
                )}
                {last && (
                  <span className="dk-sub">
                    {momentText(last.from, now)}, {last.proposer?.name}
                  </span>
                )}
              </>
            ),
            act: maySet && (
              <Button size="s" variant="outlined" isDisabled={!canAct} onPress={() => onChange({ kind: 'flag', name, on: !on })}>
                {on ? <Trans>Turn off</Trans> : <Trans>Turn on</Trans>}
                <span className="n-hidden"> {i18n._(flagTexts[name])}</span>
              </Button>
            ),
          },
        }))}
      />
    </Panel>
  )
}
