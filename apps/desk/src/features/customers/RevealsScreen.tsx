import { Trans, useLingui } from '@lingui/react/macro'
import { listReveals } from '@nikau/contract/desk/customers'
import { addDays, calendarDate, shortDate } from '@nikau/nz/nz-time'
import { Anchor, Button, EmptyState, StatusChip } from '@nikau/ui'
import { useState } from 'react'
import { useNow, useSession } from '../../lib/desk-context.ts'
import { useDeskQuery } from '../../lib/desk-hooks.ts'
import { momentText } from '../../lib/moments.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Mono } from '../../parts/Mono.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Person } from '../../parts/Person.tsx'
import { Table } from '../../parts/Table.tsx'
import { getCustomer } from '@nikau/contract/desk/customers'
import { reasonTexts } from './texts.ts'
import './customers.css'

/** The reveals of a day. Those that named no open exception are compared with the tickets, which are kept elsewhere. */
export function RevealsScreen() {
  const { i18n, t } = useLingui()
  const now = useNow()
  const { operator } = useSession()
  const maySeeCustomer = getCustomer.roles.some((role) => operator.roles.includes(role))
  const today = calendarDate(now)
  const [day, setDay] = useState(() => addDays(today, -1))
  const query = useDeskQuery(listReveals, { query: { day } }, { refreshMs: 120_000 })
  const dayText = shortDate(new Date(`${day}T12:00:00+12:00`))
  return (
    <>
      <PageHead
        title={<Trans>Reveals</Trans>}
        lede={<Trans>Whose name and contact details were shown, and why. Compare those without an open exception with the tickets.</Trans>}
      >
        <div className="dk-head-buttons">
          <Button size="s" variant="outlined" onPress={() => setDay(addDays(day, -1))}>
            <Trans>Day before</Trans>
          </Button>
          <Button size="s" variant="outlined" isDisabled={day >= today} onPress={() => setDay(addDays(day, 1))}>
            <Trans>Day after</Trans>
          </Button>
        </div>
      </PageHead>
      <Loaded query={query}>
        {({ items }) => (
          <Panel title={dayText} aside={items.length} isFlush>
            {items.length === 0 ? (
              <EmptyState drawing="frond" level={3} title={<Trans>Nothing was shown that day</Trans>} />
            ) : (
              <Table
                caption={t`Reveals, newest first`}
                hasCards
                columns={[
                  { key: 'when', label: t`When`, card: 'line' },
                  { key: 'who', label: t`Operator`, isHead: true },
                  { key: 'whom', label: t`Account`, card: 'line' },
                  { key: 'why', label: t`Reason`, card: 'line' },
                  { key: 'reference', label: t`Reference`, card: 'line' },
                  { key: 'open', label: t`Was it open here`, card: 'end' },
                ]}
                rows={items.map(({ at, by, accountId, reason, reference, open }, place) => ({
                  id: `${place} ${at.toISOString()}`,
                  tone: open ? undefined : ('warning' as const),
                  cells: {
                    when: momentText(at, now),
                    who: <Person name={by.name} />,
                    whom: maySeeCustomer ? <Anchor href={`/customers/${encodeURIComponent(accountId)}`}>{accountId}</Anchor> : <Mono>{accountId}</Mono>,
                    why: i18n._(reasonTexts[reason]),
                    reference,
                    open: <StatusChip tone={open ? 'positive' : 'warning'}>{open ? <Trans>open exception</Trans> : <Trans>compare</Trans>}</StatusChip>,
                  },
                }))}
              />
            )}
          </Panel>
        )}
      </Loaded>
    </>
  )
}
