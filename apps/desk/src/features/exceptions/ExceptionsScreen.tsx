import { Trans, useLingui } from '@lingui/react/macro'
import { exceptionGroups, exceptionKinds } from '@nikau/contract/desk/exception-kinds'
import { ageState, listExceptions } from '@nikau/contract/desk/exceptions'
import { Button } from '@nikau/ui'
import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useDeskQuery } from '../../lib/desk-hooks.ts'
import { useKeys } from '../../lib/keys.ts'
import { KeyCap } from '../../parts/KeyHint.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { addressOf } from './address.ts'
import { Figures } from './Figures.tsx'
import { type Filter, Filters } from './Filters.tsx'
import { Queue } from './Queue.tsx'
import './exceptions.css'

const refreshMs = 15_000

/** What no rule can decide, the oldest first. The filter is in the address, so that the way back leads to the same rows. */
export function ExceptionsScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const filter = filterOf(search)
  const query = useDeskQuery(listExceptions, { query: filter }, { refreshMs })
  const firstFilter = useRef<HTMLButtonElement>(null)
  const nextId = query.data?.nextId
  const openNext = () => nextId !== undefined && void navigate(addressOf(nextId))
  useKeys([
    { key: 'F', label: t`Filter`, run: () => firstFilter.current?.focus() },
    { key: 'O', label: t`Open the next`, run: openNext },
  ])
  const change = (next: Filter) =>
    setSearch(Object.entries(next).flatMap(([name, value]) => (value === undefined ? [] : ([[name, value]] as [string, string][]))))
  return (
    <>
      <PageHead title={<Trans>Exceptions</Trans>} lede={<Trans>What no rule can decide. Raising one moves no money, and neither does closing it.</Trans>}>
        <Button isDisabled={nextId === undefined} needsSignal={false} onPress={openNext}>
          <Trans>Open next</Trans>
          <KeyCap>O</KeyCap>
        </Button>
      </PageHead>
      <Loaded query={query}>
        {(data) => (
          <>
            <Figures totals={data.totals} />
            <Filters filter={filter} totals={data.totals} onChange={change} firstRef={firstFilter} />
            <Queue
              answer={data}
              readAt={query.readAt}
              isClosed={filter.state === 'closed'}
              isFirstPage={filter.pageKey === undefined}
              onPage={(pageKey) => change({ ...filter, pageKey })}
              onFilter={() => firstFilter.current?.focus()}
            />
          </>
        )}
      </Loaded>
    </>
  )
}

/** What the address names and the contract knows. */
function filterOf(search: URLSearchParams): Filter {
  const one = <Value extends string>(name: string, values: readonly Value[]) => values.find((value) => value === search.get(name))
  const owner = search.get('owner')
  const pageKey = search.get('pageKey')
  return {
    kind: one('kind', exceptionKinds),
    group: one('group', exceptionGroups),
    age: one('age', ageState.options),
    state: one('state', ['closed', 'waiting'] as const),
    ...(owner !== null && /^[a-z][a-z0-9.-]{1,39}$/.test(owner) && { owner }),
    ...(pageKey !== null && { pageKey }),
  }
}
