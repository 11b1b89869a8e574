import { Trans, useLingui } from '@lingui/react/macro'
import { findCustomers, type FoundCustomer } from '@nikau/contract/desk/customers'
import { longDate } from '@nikau/nz/nz-time'
import { Anchor, Button, EmptyState, Notice, SearchField } from '@nikau/ui'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDesk } from '../../lib/desk-context.ts'
import type { DeskError } from '../../lib/desk-error.ts'
import { useCanAct } from '../../lib/desk-hooks.ts'
import { useKeys } from '../../lib/keys.ts'
import { useRowKeys } from '../../lib/useRowKeys.ts'
import { KeyHints } from '../../parts/KeyHint.tsx'
import { Mono } from '../../parts/Mono.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Refusal } from '../../parts/Refusal.tsx'
import { Table } from '../../parts/Table.tsx'
import { StateChip } from './StateChip.tsx'
import './customers.css'

interface Found {
  items: readonly FoundCustomer[]
}

/** Finds a customer. Each search is an entry of the audit log, so the page searches only when told to, and keeps no term. */
export function CustomersScreen() {
  const { t } = useLingui()
  const desk = useDesk()
  const canAct = useCanAct()
  const [term, setTerm] = useState('')
  const [found, setFound] = useState<Found>()
  const [error, setError] = useState<DeskError>()
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const focus = () => form.current?.querySelector('input')?.focus()
  useKeys([{ key: '/', label: t`Find a customer`, run: focus }])
  useEffect(focus, [])
  const search = async () => {
    if (term.trim() === '') return focus()
    setIsBusy(true)
    setError(undefined)
    try {
      setFound(await desk.call(findCustomers, { query: { find: term.trim() } }))
    } catch (failure) {
      setFound(undefined)
      setError(failure as DeskError)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <PageHead
        title={<Trans>Customers</Trans>}
        lede={<Trans>By customer number, mobile, e-mail, bank reference or at least 3 letters of a name. Everything shown is masked.</Trans>}
      />
      <form
        ref={form}
        role="search"
        className="dk-find"
        onSubmit={(event) => {
          event.preventDefault()
          void search()
        }}
      >
        <SearchField label={t`Find a customer`} value={term} onChange={setTerm} />
        <Button type="submit" busy={isBusy} busyLabel={t`Searching`} needsSignal={false} isDisabled={!canAct}>
          <Trans>Find</Trans>
        </Button>
      </form>
      <div aria-live="polite">
        {error?.code === 'TOO_BROAD' ? (
          <Notice tone="warning" title={<Trans>That fits too many customers</Trans>}>
            <Trans>Write more of the name, or use a number, mobile, e-mail or reference. At most 20 are shown.</Trans>
          </Notice>
        ) : (
          error && <Refusal error={error} title={<Trans>The search was refused</Trans>} />
        )}
        {found?.items.length === 0 && (
          <EmptyState drawing="frond" level={2} title={<Trans>Nobody fits</Trans>}>
            <Trans>Check the spelling. Macrons make no difference.</Trans>
          </EmptyState>
        )}
        {found && found.items.length > 0 && <Results items={found.items} />}
      </div>
    </>
  )
}

function Results({ items }: Found) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { linkRef, onFocus } = useRowKeys(
    'customers',
    items.map(({ id }) => id),
    (id) => void navigate(`/customers/${encodeURIComponent(id)}`),
  )
  return (
    <Panel title={<Trans>Found</Trans>} aside={items.length} isFlush>
      <Table
        caption={t`Customers found`}
        hasCards
        columns={[
          { key: 'customer', label: t`Customer`, isHead: true },
          { key: 'number', label: t`Number`, card: 'line' },
          { key: 'phone', label: t`Mobile`, card: 'line' },
          { key: 'since', label: t`Since`, card: 'line' },
          { key: 'state', label: t`State`, card: 'end' },
        ]}
        rows={items.map(({ id, number, maskedName, maskedPhone, joinedAt, state }) => ({
          id,
          cells: {
            customer: (
              <Anchor href={`/customers/${encodeURIComponent(id)}`} ref={linkRef(id)} onFocus={() => onFocus(id)}>
                {maskedName ?? <Trans>No name yet</Trans>}
              </Anchor>
            ),
            number: <Mono>{number}</Mono>,
            phone: maskedPhone,
            since: longDate(joinedAt),
            state: <StateChip state={state} />,
          },
        }))}
      />
      <KeyHints
        hints={[
          { keys: ['/'], label: <Trans>find</Trans> },
          { keys: ['J', 'K'], label: <Trans>move</Trans> },
          { keys: ['Enter'], label: <Trans>open</Trans> },
        ]}
      />
    </Panel>
  )
}
