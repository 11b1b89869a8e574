import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { StatementComparison } from '@nikau/contract/desk/statements'
import { Anchor } from '@nikau/ui'
import { Mono } from '../../parts/Mono.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Person } from '../../parts/Person.tsx'
import { Sum } from '../../parts/Sum.tsx'
import { Table } from '../../parts/Table.tsx'
import { differenceTexts } from './texts.ts'

export function Differences({ comparison: { differences } }: { comparison: StatementComparison }) {
  const { i18n, t } = useLingui()
  const count = differences.length
  return (
    <Panel
      isFlush
      title={<Trans>Differences</Trans>}
      aside={<Trans>kept for ever; closing the exception does not remove them</Trans>}
      footer={
        <span className="dk-strong">
          <Plural value={count} one="# difference" other="# differences" />
        </span>
      }
    >
      <Table
        caption={t`Differences`}
        columns={[
          { key: 'what', label: t`What`, isHead: true },
          { key: 'reference', label: t`Reference` },
          { key: 'type', label: t`Type` },
          { key: 'expected', label: t`Expected`, align: 'end' },
          { key: 'shown', label: t`Shown`, align: 'end' },
          { key: 'difference', label: t`Difference`, align: 'end' },
          { key: 'exception', label: t`Exception` },
          { key: 'owner', label: t`Assigned to` },
        ]}
        rows={differences.map(({ kind, subject, type, line, expected, shown, difference, exceptionId, owner, closedAt, resolvedBy, isDecision }) => ({
          id: `${kind} ${subject} ${line ?? ''} ${isDecision ? 'decision' : ''}`,
          cells: {
            what: (
              <>
                <span className="dk-strong">{i18n._(differenceTexts[kind])}</span>
                <span className="dk-sub dk-mono">{kind}</span>
                {isDecision && (
                  <span className="dk-sub">
                    <Trans>by a later decision</Trans>
                  </span>
                )}
              </>
            ),
            reference: (
              <>
                <span className="dk-mono">{subject}</span>
                {line !== undefined && (
                  <span className="dk-sub">
                    <Trans>line {line}</Trans>
                  </span>
                )}
              </>
            ),
            type: type === undefined ? '–' : <Mono>{type}</Mono>,
            expected: <Sum cents={kind === 'duplicate' || kind === 'unknown' ? undefined : expected} hasSign={kind !== 'balance'} />,
            shown: <Sum cents={kind === 'missing' ? undefined : shown} hasSign={kind !== 'balance'} />,
            difference: <Sum cents={difference} hasSign isStrong />,
            exception:
              exceptionId === undefined ? (
                '–'
              ) : (
                <>
                  <Anchor className="dk-row-link" href={`/exceptions/${exceptionId}`}>
                    {exceptionId}
                  </Anchor>
                  <span className="dk-sub">{resolvedBy !== undefined ? <Trans>explained</Trans> : closedAt ? <Trans>closed</Trans> : <Trans>open</Trans>}</span>
                </>
              ),
            owner: owner ? (
              <Person name={owner.name} />
            ) : (
              <span className="dk-sub">
                <Trans>nobody</Trans>
              </span>
            ),
          },
        }))}
      />
    </Panel>
  )
}
