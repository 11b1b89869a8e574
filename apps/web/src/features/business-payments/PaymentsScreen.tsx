import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getMerchantPaymentTotals, listMerchantPayments, type MerchantPayment, type MerchantPaymentTotals } from '@nikau/contract/merchant-payments'
import { add, cents, format } from '@nikau/money'
import { calendarDate, longDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import {
  Amount,
  Button,
  CellDetail,
  type DataColumn,
  DataTable,
  EmptyState,
  FilterChips,
  ListSkeleton,
  PortalCard,
  PortalPage,
  SearchField,
  Stats,
  useSkeleton,
} from '@nikau/ui'
import { useState } from 'react'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { businessPaths } from '../../lib/business-paths.ts'
import { useEndpointPages } from '../../lib/useEndpointPages.ts'
import { ExportButton, ExportProblem, useExport } from './ExportPayments.tsx'
import { personAt, spacedCode, useMethodNames, usePaymentName, usePlaceName } from '../../lib/merchant-payment-texts.ts'
import { isUnpaid, PaymentStatusChip } from '../../lib/PaymentStatusChip.tsx'
import { ShowMore } from '../../lib/ShowMore.tsx'
import { useLivePayments } from './useLivePayments.ts'
import { type PaymentsFilter, usePaymentsFilter } from './usePaymentsFilter.ts'

/** A merchant's payments with their sums, by day, status and search. */
export function PaymentsScreen() {
  const { shop } = useBusiness()
  const filter = usePaymentsFilter()
  useLivePayments()
  const params = { merchantId: shop.id }
  const pages = useEndpointPages(listMerchantPayments, { params, query: filter.query })
  const totals = useEndpointQuery(getMerchantPaymentTotals, { params, query: filter.query })
  const exporting = useExport(shop.id)
  const payments = toAsyncData(
    pages.data?.pages.flatMap(({ items }) => items),
    pages,
  )
  const skeleton = useSkeleton(payments.data === undefined && !payments.failed)
  const isEmpty = payments.data?.length === 0
  return (
    <PortalPage
      title={<Trans>Payments</Trans>}
      detail={<Trans>{shop.name}, all tills, links and online</Trans>}
      actions={<ExportButton exporting={exporting} query={filter.query} isDisabled={payments.data === undefined || isEmpty} />}
    >
      <div className="grid gap-4">
        <Filters filter={filter} />
        <ExportProblem exporting={exporting} />
        {totals.data && !isEmpty && <Totals totals={totals.data} hasGst={shop.gstNumber !== undefined} />}
        {payments.failed && (
          <LoadFailed source={payments}>
            <Trans>Couldn’t load your payments</Trans>
          </LoadFailed>
        )}
        <div aria-live="polite">{isEmpty && <NoPayments filter={filter} />}</div>
        {skeleton && !payments.data && <ListSkeleton rows={8} />}
        {payments.data && !isEmpty && (
          <PortalCard title={<Found filter={filter} totals={totals.data} />} flush>
            <PaymentsTable payments={payments.data} totals={totals.data} />
            <ShowMore pages={pages} />
          </PortalCard>
        )}
      </div>
    </PortalPage>
  )
}

function Filters({ filter }: { filter: PaymentsFilter }) {
  const { t } = useLingui()
  return (
    <search className="grid gap-3">
      <SearchField label={t`Search payments`} value={filter.text} onChange={filter.setText} />
      <FilterChips
        label={t`Days`}
        value={filter.period}
        onChange={filter.setPeriod}
        options={[
          { value: 'usual', label: filter.searched === '' ? t`7 days` : t`Any day` },
          { value: 'today', label: t`Today` },
          { value: 'month', label: t`31 days` },
        ]}
      />
      <FilterChips
        label={t`Status`}
        value={filter.group}
        onChange={filter.setGroup}
        options={[
          { value: 'all', label: t`All` },
          { value: 'paid', label: t`Paid` },
          { value: 'part-paid', label: t`Part paid` },
          { value: 'refunded', label: t`Refunded` },
          { value: 'checking', label: t`Checking` },
          { value: 'not-paid', label: t`Not paid` },
        ]}
      />
    </search>
  )
}

/** A business that is not registered for GST sees it only of sales of when it was. */
function Totals({ totals, hasGst }: { totals: MerchantPaymentTotals; hasGst: boolean }) {
  const { t } = useLingui()
  const { taken, givenBack, fees, gstOnFees, gstInSales } = totals
  return (
    <Stats
      label={t`Totals of this list`}
      items={[
        { key: 'taken', label: <Trans>Taken</Trans>, value: format(taken) },
        { key: 'refunded', label: <Trans>Refunded</Trans>, value: format(cents(-givenBack)) },
        { key: 'fees', label: <Trans>Fees with GST</Trans>, value: format(cents(-add(fees, gstOnFees))) },
        ...(hasGst || gstInSales > 0n ? [{ key: 'gst', label: <Trans>GST in sales</Trans>, value: format(gstInSales) }] : []),
      ]}
    />
  )
}

function Found({ filter, totals }: { filter: PaymentsFilter; totals: MerchantPaymentTotals | undefined }) {
  const { searched } = filter
  if (!totals) return <Trans>Payments</Trans>
  const count = <Plural value={totals.count} one="# payment" other="# payments" />
  return searched === '' ? (
    count
  ) : (
    <Trans>
      {count} for “{searched}”
    </Trans>
  )
}

function NoPayments({ filter }: { filter: PaymentsFilter }) {
  const { t } = useLingui()
  const { searched, group, from, today } = filter
  if (!filter.isFiltered)
    return (
      <EmptyState drawing="receipt" title={<Trans>No payments yet</Trans>}>
        <Trans>Payments of the last 7 days show here.</Trans>
      </EmptyState>
    )
  const kinds = {
    all: t`payments`,
    paid: t`paid payments`,
    'part-paid': t`part payments`,
    refunded: t`refunds`,
    checking: t`payments being checked`,
    'not-paid': t`unpaid payments`,
  }
  const kind = kinds[group]
  const [first, last] = [from && longDate(from), longDate(today)]
  return (
    <EmptyState
      drawing="search"
      title={
        searched === '' ? (
          <Trans>No {kind} in these days</Trans>
        ) : (
          <Trans>
            No {kind} match “{searched}”
          </Trans>
        )
      }
      action={
        <Button variant="outlined" size="s" onPress={filter.clear}>
          <Trans>Clear search and filters</Trans>
        </Button>
      }
    >
      {first === undefined ? (
        <Trans>Searched all days in every till, link and online order.</Trans>
      ) : (
        <Trans>
          Searched {first} to {last} in every till, link and online order.
        </Trans>
      )}
    </EmptyState>
  )
}

type Column = 'for' | 'time' | 'where' | 'method' | 'status' | 'amount'

function PaymentsTable({ payments, totals }: { payments: readonly MerchantPayment[]; totals: MerchantPaymentTotals | undefined }) {
  const { t } = useLingui()
  const [nameOf, placeOf, methodNames] = [usePaymentName(), usePlaceName(), useMethodNames()]
  const [today] = useState(() => calendarDate(new Date()))
  const columns: DataColumn<Column>[] = [
    { key: 'for', label: <Trans>For</Trans>, fold: 'start-1' },
    { key: 'time', label: <Trans>Time</Trans>, fold: 'start-2' },
    { key: 'where', label: <Trans>Where</Trans> },
    { key: 'method', label: <Trans>Paid with</Trans> },
    { key: 'status', label: <Trans>Status</Trans>, fold: 'end-2' },
    { key: 'amount', label: <Trans>Amount</Trans>, align: 'end', fold: 'end-1' },
  ]
  const rows = payments.map((payment) => {
    const { id, createdAt, place, methods, status, amount } = payment
    const time = timeOfDay(createdAt)
    const day = shortDate(createdAt)
    return {
      id,
      href: businessPaths.payment(id),
      cells: {
        for: (
          <>
            {nameOf(payment)}
            <CellDetail>{spacedCode(payment.shortCode)}</CellDetail>
          </>
        ),
        time: calendarDate(createdAt) === today ? time : t`${day}, ${time}`,
        where: (
          <>
            {placeOf(place)}
            {personAt(place) !== undefined && <CellDetail>{personAt(place)}</CellDetail>}
          </>
        ),
        method: methods.length === 0 ? t`None` : methods.map((method) => methodNames[method]).join(' + '),
        status: <PaymentStatusChip status={status} />,
        amount: (
          <>
            <Amount text={format(amount)} tone={isUnpaid(status) ? 'failed' : 'out'} />
            <Changed payment={payment} />
          </>
        ),
      },
    }
  })
  const count = totals?.paidCount ?? 0
  const total = totals && { for: <Plural value={count} one="# payment taken" other="# payments taken" />, amount: format(totals.taken) }
  return <DataTable caption={t`Payments, newest first`} columns={columns} rows={rows} total={total} />
}

/** Where the amount is not what the merchant has: what was paid of it, and what went back. */
function Changed({ payment: { status, received, refunded } }: { payment: MerchantPayment }) {
  const [paid, back] = [format(received), format(cents(-refunded))]
  if (status === 'part-paid')
    return (
      <CellDetail>
        <Trans>{paid} paid</Trans>
      </CellDetail>
    )
  if (status !== 'part-refunded') return undefined
  return (
    <CellDetail>
      <Trans>{back} refunded</Trans>
    </CellDetail>
  )
}
