import { Trans, useLingui } from '@lingui/react/macro'
import { listPayouts, type Payout } from '@nikau/contract/payouts'
import { add, type Cents, format } from '@nikau/money'
import { calendarDate, intervalName, shortDate } from '@nikau/nz/nz-time'
import { Amount, CellDetail, type DataColumn, type DataRow, DataTable, EmptyState, ListSkeleton, PortalCard } from '@nikau/ui'
import type { ReactNode } from 'react'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { businessPaths } from '../../lib/business-paths.ts'
import { ShowMore } from '../../lib/ShowMore.tsx'
import { useEndpointPages } from '../../lib/useEndpointPages.ts'
import { CarriedReasonText, daysLabel, minus, PayoutStatusChip, ReturnReasonText } from './texts.tsx'

type Key = 'day' | 'days' | 'status' | 'payments' | 'back' | 'fees' | 'net'

export function PayoutList() {
  const { t } = useLingui()
  const { accountId } = useBusiness()
  const pages = useEndpointPages(listPayouts, { params: { accountId } })
  const payouts = pages.data?.pages.flatMap(({ items }) => items)
  const source = toAsyncData(payouts, pages)
  const columns: DataColumn<Key>[] = [
    { key: 'day', label: t`Paid on`, fold: 'start-1' },
    { key: 'days', label: t`Payments of`, fold: 'start-2' },
    { key: 'status', label: t`Status`, fold: 'end-2' },
    { key: 'payments', label: t`Payments`, align: 'end' },
    { key: 'back', label: t`Refunds, tokens`, align: 'end' },
    { key: 'fees', label: t`Fees with GST`, align: 'end' },
    { key: 'net', label: t`To your bank`, align: 'end', fold: 'end-1' },
  ]
  return (
    <PortalCard flush title={<Trans>All payouts</Trans>}>
      {source.failed ? (
        <div className="p-5">
          <LoadFailed source={source}>
            <Trans>We couldn’t load your payouts</Trans>
          </LoadFailed>
        </div>
      ) : payouts === undefined ? (
        <div aria-busy="true">
          <ListSkeleton rows={6} />
        </div>
      ) : payouts.length === 0 ? (
        <EmptyState drawing="bank" title={<Trans>No payouts yet</Trans>} level={3}>
          <Trans>What your customers pay goes to your bank on the next business day, and is listed here.</Trans>
        </EmptyState>
      ) : (
        <DataTable caption={t`Payouts, newest first`} columns={columns} rows={payouts.map(toRow)} total={monthTotal(payouts, !pages.hasNextPage)} />
      )}
      <ShowMore pages={pages} />
    </PortalCard>
  )
}

const tones = { building: 'pending', sent: 'pending', paid: 'out', 'sent-back': 'failed', carried: 'pending' } as const

function toRow(payout: Payout): DataRow<Key> {
  const { id, status, net } = payout
  const cells: Record<Key, ReactNode> = {
    day: (
      <>
        {shortDate(payout.day)}
        <Detail payout={payout} />
      </>
    ),
    days: <span className="whitespace-nowrap">{daysLabel(payout.firstDay, payout.lastDay)}</span>,
    status: <PayoutStatusChip status={status} />,
    payments: format(payout.payments),
    back: minus(add(payout.refunds, payout.ownTokens)),
    fees: minus(add(payout.fees, payout.gst)),
    net: <Amount text={format(net)} tone={tones[status]} />,
  }
  return { id, cells, href: businessPaths.payout(id) }
}

/** The bank's reason, or why nothing was sent and how much goes into the next payout. */
function Detail({ payout }: { payout: Payout }) {
  const [carriedIn, carriedOut] = [format(payout.carriedIn), format(payout.carriedOut)]
  if (payout.status === 'sent-back')
    return (
      <CellDetail>
        <ReturnReasonText reason={payout.returnReason} />
      </CellDetail>
    )
  if (payout.carriedReason !== undefined)
    return (
      <CellDetail>
        <Trans>
          {carriedOut} carried on: <CarriedReasonText reason={payout.carriedReason} />
        </Trans>
      </CellDetail>
    )
  if (payout.carriedIn !== 0n)
    return (
      <CellDetail>
        <Trans>with {carriedIn} from before</Trans>
      </CellDetail>
    )
  return undefined
}

/** What was paid in this month, once all of it is loaded. */
function monthTotal(payouts: readonly Payout[], isComplete: boolean) {
  const month = calendarDate(new Date()).slice(0, 7)
  const paid = payouts.filter(({ day, status }) => day.startsWith(month) && status === 'paid')
  const hasWholeMonth = isComplete || (payouts.at(-1)?.day ?? '') < month
  if (paid.length === 0 || !hasWholeMonth) return undefined
  const sum = (of: (payout: Payout) => Cents) => add(...paid.map(of))
  const name = intervalName(month)
  return {
    day: <Trans>Paid in {name}</Trans>,
    payments: format(sum(({ payments }) => payments)),
    back: minus(sum(({ refunds, ownTokens }) => add(refunds, ownTokens))),
    fees: minus(sum(({ fees, gst }) => add(fees, gst))),
    net: format(sum(({ net }) => net)),
  }
}
