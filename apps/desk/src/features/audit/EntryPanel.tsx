import { Trans, useLingui } from '@lingui/react/macro'
import type { AuditEntry } from '@nikau/contract/desk/audit'
import type { DeskAnswerOf } from '@nikau/contract/desk/endpoint'
import type { getAuditChain } from '@nikau/contract/desk/audit'
import { Icon } from '@nikau/ui'
import type { ReactNode } from 'react'
import { actName } from '../../lib/act-names.ts'
import { exactMoment } from '../../lib/moments.ts'
import { roleNames } from '../../lib/role-names.ts'
import { shortId } from '../../lib/short-id.ts'
import { useSubjectText } from '../../lib/useSubjectText.ts'
import { Fields } from '../../parts/Fields.tsx'
import { Hash } from '../../parts/Hash.tsx'
import { Mono } from '../../parts/Mono.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { EntryChip } from './EntryChip.tsx'
import { numberText } from './number-text.ts'

export type Chain = DeskAnswerOf<typeof getAuditChain>

interface EntryPanelProps {
  entry: AuditEntry
  chain: Chain | undefined
  /** Shows only the entries of an operator or a subject. */
  onNarrow: (text: string) => void
}

/** Everything that the log says of one entry. */
export function EntryPanel({ entry, chain, onNarrow }: EntryPanelProps) {
  const { i18n, t } = useLingui()
  const subjectText = useSubjectText()
  const { number, at, operator, roles, session, endpoint, subject, detail, reason, refusal, previous, hash } = entry
  const entryNumber = numberText(number)
  const names = roles.map((role) => i18n._(roleNames[role])).join(', ')
  const who = operator === undefined ? undefined : names === '' ? operator.name : `${operator.name}, ${names}`
  // The check saw what was there when it ran.
  const isChecked = chain?.holds === true && chain.checkedAt !== undefined && at <= chain.checkedAt
  const row = (key: string, label: ReactNode, value: ReactNode) => ({ key, label, value })
  return (
    <Panel
      title={<Trans>Entry {entryNumber}</Trans>}
      aside={
        isChecked && (
          <span className="dk-with-icon">
            <Icon name="check" size="s" />
            <Trans>chain holds</Trans>
          </span>
        )
      }
    >
      <Fields
        rows={[
          row('who', <Trans>Who</Trans>, who ?? (entry.kind === 'sign-in' ? <Trans>not known</Trans> : <Trans>the system</Trans>)),
          row('when', <Trans>When</Trans>, <time dateTime={at.toISOString()}>{exactMoment(at)}</time>),
          row('did', <Trans>Did</Trans>, <EntryChip entry={entry} />),
          ...(subject === undefined ? [] : [row('subject', <Trans>Subject</Trans>, <span className="dk-capital">{subjectText(subject)}</span>)]),
          ...Object.entries(detail)
            .filter(([key]) => key !== 'call')
            .map(([key, value]) => detailRow(key, value, { act: i18n._(actName(value)), t: labelOf(key, t) })),
          ...(reason === undefined ? [] : [row('reason', <Trans>Reason</Trans>, reason)]),
          ...(refusal === undefined ? [] : [row('refusal', <Trans>Refusal</Trans>, <Mono>{refusal}</Mono>)]),
          ...(session === undefined ? [] : [row('session', <Trans>Session</Trans>, <Mono>{session}</Mono>)]),
          row('call', <Trans>Call</Trans>, <Mono>{endpoint}</Mono>),
          row('previous', <Trans>Hash before</Trans>, <Hash of={previous} />),
          row('hash', <Trans>Own hash</Trans>, <Hash of={hash} />),
        ]}
      />
      {(operator !== undefined || subject !== undefined) && (
        <div className="dk-narrow">
          {operator && (
            <button type="button" className="dk-text-button" onClick={() => onNarrow(operator.id)}>
              <Trans>Only {operator.name}</Trans>
            </button>
          )}
          {subject !== undefined && (
            <button type="button" className="dk-text-button" onClick={() => onNarrow(subject)}>
              <Trans>Only this subject</Trans>
            </button>
          )}
        </div>
      )}
    </Panel>
  )
}

function labelOf(key: string, t: ReturnType<typeof useLingui>['t']): string | undefined {
  const labels: Readonly<Record<string, string>> = {
    act: t`Act`,
    proposal: t`Proposal`,
    operator: t`Operator`,
    about: t`About`,
    kind: t`Kind`,
    roles: t`Roles`,
    review: t`Review`,
  }
  return labels[key]
}

function detailRow(key: string, value: string, texts: { act: string; t: string | undefined }) {
  const text = key === 'act' ? texts.act : key === 'proposal' ? <Mono>{shortId(value)}</Mono> : value
  return { key: `detail-${key}`, label: texts.t ?? <Mono>{key}</Mono>, value: text }
}
