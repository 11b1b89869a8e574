import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FeesReport, getFeesReport } from '@nikau/contract/desk/reports'
import { cents, format } from '@nikau/money'
import { addMonths, calendarDate, intervalName } from '@nikau/nz/nz-time'
import { Button, EmptyState, Notice, StatusChip } from '@nikau/ui'
import { useState } from 'react'
import { useNow } from '../../lib/desk-context.ts'
import { useDeskQuery } from '../../lib/desk-hooks.ts'
import { AsOf } from '../../parts/Fresh.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Mono } from '../../parts/Mono.tsx'
import { PageFigure, PageHead } from '../../parts/PageHead.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Sum } from '../../parts/Sum.tsx'
import { Table } from '../../parts/Table.tsx'
import './reports.css'

const methods: Readonly<Record<string, MessageDescriptor>> = {
  wallet: msg`Wallet`,
  token: msg`Tokens`,
  'pay-by-bank': msg`Pay by bank`,
  'farm-card': msg`Farm card`,
  several: msg`Several ways`,
  other: msg`Not a payment`,
}

/** Fees and GST of a month. The sums are compared with the balances of the books. */
export function FeesScreen() {
  const now = useNow()
  const thisMonth = calendarDate(now).slice(0, 7)
  const [month, setMonth] = useState(thisMonth)
  const query = useDeskQuery(getFeesReport, { query: { month } }, { refreshMs: 120_000 })
  const move = (months: number) => setMonth(addMonths(`${month}-01`, months).slice(0, 7))
  const total = query.data?.month === month ? cents(query.data.total.fees + query.data.total.gst) : undefined
  return (
    <>
      <PageHead title={<Trans>Fees and GST</Trans>} lede={<Trans>What merchants were charged in a month of Auckland, less what refunds gave back.</Trans>}>
        <PageFigure label={<Trans>Fees with GST</Trans>}>{total === undefined ? '–' : format(total)}</PageFigure>
      </PageHead>
      <div className="dk-month">
        <Button size="s" variant="outlined" onPress={() => move(-1)}>
          <Trans>Month before</Trans>
        </Button>
        <b aria-live="polite">{intervalName(month)}</b>
        <Button size="s" variant="outlined" isDisabled={month >= thisMonth} onPress={() => move(1)}>
          <Trans>Month after</Trans>
        </Button>
        <a className="n-link" href={`/api/desk/reports/fees/export?month=${month}`} download>
          <Trans>Download CSV</Trans>
        </a>
      </div>
      <Loaded query={query}>{(report) => <Shown report={report} readAt={query.readAt} />}</Loaded>
    </>
  )
}

function Shown({ report: { rows, total, books, isOpen }, readAt }: { report: FeesReport; readAt: Date | undefined }) {
  const { i18n, t } = useLingui()
  const agrees = total.fees === books.fees && total.gst === books.gst
  return (
    <div className="dk-stack">
      {!agrees && (
        <Notice tone="negative" title={<Trans>The report differs from the books</Trans>}>
          <Trans>
            The books have {format(books.fees)} of fees and {format(books.gst)} of GST. Do not use this report; tell operations.
          </Trans>
        </Notice>
      )}
      <Panel
        title={<Trans>By merchant and way of paying</Trans>}
        isFlush
        aside={
          <>
            {agrees && (
              <StatusChip tone="positive">
                <Trans>agrees with the books</Trans>
              </StatusChip>
            )}
            {isOpen ? <Trans>not over yet</Trans> : null} <AsOf at={readAt} />
          </>
        }
      >
        {rows.length === 0 ? (
          <EmptyState drawing="frond" level={3} title={<Trans>No fees in this month</Trans>} />
        ) : (
          <Table
            caption={t`Fees and GST by merchant and way of paying`}
            hasCards
            columns={[
              { key: 'merchant', label: t`Merchant`, isHead: true },
              { key: 'method', label: t`Way of paying`, card: 'line' },
              { key: 'payments', label: t`Payments`, align: 'end', card: 'line' },
              { key: 'fees', label: t`Fees`, align: 'end', card: 'line' },
              { key: 'gst', label: t`GST`, align: 'end', card: 'line' },
              { key: 'sum', label: t`Together`, align: 'end', card: 'line' },
            ]}
            rows={rows.map(({ merchantId, merchantName, method, payments, fees, gst }) => ({
              id: `${merchantId ?? ''} ${method}`,
              cells: {
                merchant:
                  merchantId === undefined ? (
                    <Trans>No merchant</Trans>
                  ) : (
                    <>
                      {merchantName} <Mono>{merchantId}</Mono>
                    </>
                  ),
                method: i18n._(methods[method] ?? methods.other!),
                payments,
                fees: <Sum cents={fees} />,
                gst: <Sum cents={gst} />,
                sum: <Sum cents={cents(fees + gst)} isStrong />,
              },
            }))}
            total={{
              merchant: <Trans>All</Trans>,
              payments: rows.reduce((sum, { payments }) => sum + payments, 0),
              fees: <Sum cents={total.fees} isStrong />,
              gst: <Sum cents={total.gst} isStrong />,
              sum: <Sum cents={cents(total.fees + total.gst)} isStrong />,
            }}
          />
        )}
      </Panel>
    </div>
  )
}
