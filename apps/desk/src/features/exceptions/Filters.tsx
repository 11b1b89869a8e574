import { Trans, useLingui } from '@lingui/react/macro'
import { exceptionGroups, exceptionKinds } from '@nikau/contract/desk/exception-kinds'
import { type ExceptionTotals, listExceptions } from '@nikau/contract/desk/exceptions'
import type { DeskQueryOf } from '@nikau/contract/desk/endpoint'
import { SelectField } from '@nikau/ui'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { DeskIcon } from '../../parts/DeskIcon.tsx'
import { groupNames, kindTexts } from './kinds.ts'

export type Filter = NonNullable<DeskQueryOf<typeof listExceptions>>

interface FiltersProps {
  filter: Filter
  totals: ExceptionTotals
  onChange: (filter: Filter) => void
  /** The first filter, to which F goes. */
  firstRef: Ref<HTMLButtonElement>
}

const sameAs = (one: Filter, other: Filter) => (['owner', 'age', 'group', 'state', 'kind'] as const).every((name) => (one[name] ?? '') === (other[name] ?? ''))

/** One press for what is asked most; the rest opens below. */
export function Filters({ filter, totals, onChange, firstRef }: FiltersProps) {
  const { i18n, t } = useLingui()
  const [isOpen, setIsOpen] = useState(filter.kind !== undefined || filter.state === 'closed')
  const more = useId()
  const chip = (key: string, value: Filter, label: ReactNode, count: number, ref?: Ref<HTMLButtonElement>) => (
    <button key={key} ref={ref} type="button" className="dk-filter" aria-pressed={sameAs(filter, value)} onClick={() => onChange(value)}>
      {label} <span className="dk-filter-count">{count}</span>
    </button>
  )
  return (
    <>
      <div className="dk-filters" role="group" aria-label={t`Filters`}>
        {chip('all', {}, <Trans>All</Trans>, totals.open.count, firstRef)}
        {chip('mine', { owner: 'me' }, <Trans>Mine</Trans>, totals.mine)}
        {chip('nobody', { owner: 'nobody' }, <Trans>Nobody’s</Trans>, totals.withoutOwner)}
        {chip('overdue', { age: 'overdue' }, <Trans>Past their time</Trans>, totals.overdue)}
        {exceptionGroups
          .filter((group) => (totals.groups[group] ?? 0) > 0 || filter.group === group)
          .map((group) => chip(group, { group }, i18n._(groupNames[group]), totals.groups[group] ?? 0))}
        <button type="button" className="dk-filter dk-filter-more" aria-expanded={isOpen} aria-controls={more} onClick={() => setIsOpen(!isOpen)}>
          <DeskIcon name="funnel" size="xs" />
          <Trans>More filters</Trans>
        </button>
      </div>
      <div id={more} className="dk-filter-fields" hidden={!isOpen}>
        <SelectField
          label={<Trans>State</Trans>}
          value={filter.state ?? 'open'}
          onChange={(state) => onChange({ ...filter, state: state === 'open' ? undefined : state })}
          options={[
            { value: 'open', text: t`Open` },
            { value: 'waiting', text: t`Waits for a second person` },
            { value: 'closed', text: t`Closed, the last first` },
          ]}
        />
        <SelectField
          label={<Trans>What happened</Trans>}
          value={filter.kind ?? ''}
          onChange={(kind) => onChange({ ...filter, kind: exceptionKinds.find((each) => each === kind) })}
          options={[{ value: '', text: t`Any` }, ...exceptionKinds.map((kind) => ({ value: kind, text: i18n._(kindTexts[kind].name) }))]}
        />
      </div>
    </>
  )
}
