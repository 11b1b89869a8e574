import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Evidence, EvidenceValue } from '@nikau/contract/desk/exceptions'
import { format } from '@nikau/money'
import { shortDate } from '@nikau/nz/nz-time'
import { Avatar, initials } from '@nikau/ui'
import { useNow } from '../../lib/desk-context.ts'
import { momentText } from '../../lib/moments.ts'
import { DeskIcon } from '../../parts/DeskIcon.tsx'
import { EvidenceTable } from '../../parts/EvidenceTable.tsx'
import { Mono } from '../../parts/Mono.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { fieldNames, isOurs, sourceNames, valueTexts } from './texts.ts'

/** Up to three sources beside one another; where they disagree the row is ruled and what is different is marked. */
export function EvidencePanel({ evidence: { sources, fields } }: { evidence: Evidence }) {
  const { i18n, t } = useLingui()
  const now = useNow()
  const differing = fields.filter(({ differs }) => differs).length
  const textOf = (value: EvidenceValue): string => {
    switch (value.type) {
      case 'money':
        return format(value.value, { plus: true })
      case 'day':
        return shortDate(new Date(`${value.value}T12:00:00+12:00`))
      case 'time':
        return momentText(value.value, now)
      case 'code':
        return valueTexts[value.value] ? i18n._(valueTexts[value.value]!) : value.value
      case 'text':
        return value.value
    }
  }
  return (
    <Panel
      isFlush
      title={<Trans>Evidence</Trans>}
      aside={
        <>
          <Plural value={sources.length} one="# source" other="# sources" />
          {', '}
          {differing === 0 ? <Trans>none differs</Trans> : <Plural value={differing} one="# row differs" other="# rows differ" />}
        </>
      }
    >
      <EvidenceTable
        caption={t`What each source says, side by side`}
        sources={sources.map(({ source, by, record, missing }, place) => ({
          key: String(place),
          mark: isOurs(source) ? (
            <Avatar shape="leaf" tone="in">
              <DeskIcon name="files" size="s" />
            </Avatar>
          ) : (
            <Avatar tone="bank">{by && by.length <= 4 ? by : initials(by ?? i18n._(sourceNames[source](by)))}</Avatar>
          ),
          name: i18n._(sourceNames[source](by)),
          detail: missing ? <Trans>nothing known</Trans> : record,
        }))}
        rows={fields.map(({ field, values, differs }) => ({
          key: field,
          label: i18n._(fieldNames[field]),
          differs,
          isCode: values.some((value) => value?.type === 'code' && !valueTexts[value.value]),
          values: Object.fromEntries(values.map((value, place) => [String(place), value === null ? undefined : textOf(value)])),
        }))}
      />
      {fields.length === 0 && (
        <p className="dk-panel-body dk-ink-2">
          <Trans>Nothing is recorded of it. Its ids are beside.</Trans>{' '}
          <Mono>
            {sources
              .map(({ record }) => record)
              .filter(Boolean)
              .join(', ')}
          </Mono>
        </p>
      )}
    </Panel>
  )
}
