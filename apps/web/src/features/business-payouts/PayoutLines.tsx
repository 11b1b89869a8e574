import { Trans, useLingui } from '@lingui/react/macro'
import { listPayoutLines, type Payout, type PayoutLine } from '@nikau/contract/payouts'
import { add, type Cents, cents, format } from '@nikau/money'
import { calendarDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { Amount, CellDetail, type DataColumn, type DataRow, DataTable, ListSkeleton, PortalCard } from '@nikau/ui'
import type { ReactNode } from 'react'
import { toAsyncData } from '../../lib/async-data.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { businessPaths } from '../../lib/business-paths.ts'
import { ShowMore } from '../../lib/ShowMore.tsx'
import { useEndpointPages } from '../../lib/useEndpointPages.ts'
import { minus } from './texts.tsx'

type Key = 'for' | 'method' | 'amount' | 'back' | 'fee' | 'net'

/** The payments that make up a payout, with a totals row. */
export function PayoutLines({ payout }: { payout: Payout }) {
  const { t } = useLingui()
  const pages = useEndpointPages(listPayoutLines, { params: { id: payout.id } })
  const lines = pages.data?.pages.flatMap(({ items }) => items)
  const source = toAsyncData(lines, pages)
  const shown = lines?.length ?? 0
  const isComplete = lines !== undefined && !pages.hasNextPage
  const addsUp = isComplete && add(...lines.map(({ net }) => net)) === payout.net
  const toRow = useLineRow(payout)
  const columns: DataColumn<Key>[] = [
    { key: 'for', label: t`For`, fold: 'start-1' },
    { key: 'method', label: t`Paid with`, fold: 'start-2' },
    { key: 'amount', label: t`Amount`, align: 'end' },
    { key: 'back', label: t`Refunds, tokens`, align: 'end' },
    { key: 'fee', label: t`Fee, GST`, align: 'end' },
    { key: 'net', label: t`Net`, align: 'end', fold: 'end-1' },
  ]
  const total = {
    for: <Trans>Total</Trans>,
    amount: format(payout.payments),
    back: minus(add(payout.refunds, payout.ownTokens)),
    fee: minus(add(payout.fees, payout.gst)),
    net: format(payout.net),
  }
  return (
    <PortalCard
      flush
      title={<Trans>Payments in this payout</Trans>}
      end={addsUp && <span className="text-label text-ink-2">{t`${shown} of ${shown} add up`}</span>}
    >
      {source.failed ? (
        <div className="p-5">
          <LoadFailed source={source}>
            <Trans>We couldn’t load the payments of this payout</Trans>
          </LoadFailed>
        </div>
      ) : lines ? (
        <DataTable caption={t`Payments in this payout`} columns={columns} rows={lines.map(toRow)} total={total} />
      ) : (
        <div aria-busy="true">
          <ListSkeleton rows={6} />
        </div>
      )}
      <ShowMore pages={pages} shown={<Trans>The first {shown}</Trans>} />
    </PortalCard>
  )
}

const dash = '–'

function useLineRow({ firstDay, lastDay }: Payout): (line: PayoutLine, at: number) => DataRow<Key> {
  const { t } = useLingui()
  const kinds: Record<PayoutLine['kind'], string> = {
    'carried-in': t`Carried from the payout before`,
    payment: t`Payment`,
    refund: t`Refund`,
    'own-token': t`Your own token`,
    adjustment: t`Adjustment`,
    'carried-out': t`Carried to the next payout`,
  }
  const methods = { wallet: t`Wallet`, token: t`Token`, 'pay-by-bank': t`Bank`, 'farm-card': t`Farm card` }
  const paidWith = ({ paidWith: ways = [] }: PayoutLine) =>
    ways.map(({ method, description }) => (method === 'wallet' ? methods.wallet : `${methods[method]}, ${description}`)).join('; ')
  const isSale = ({ kind, amount }: PayoutLine) => (kind === 'payment' || kind === 'own-token') && amount > 0n
  /** What goes off the sale: the refund, or what an own token paid. One that came back with a refund takes off nothing. */
  const taken = (line: PayoutLine): Cents | undefined => {
    if (line.kind === 'own-token') return line.amount > 0n ? cents(-line.amount) : cents(0n)
    return line.kind === 'refund' ? line.amount : undefined
  }
  return (line, at) => {
    const charged = add(line.fee, line.gst)
    const off = taken(line)
    const when = line.at && (firstDay === lastDay ? timeOfDay(line.at) : `${shortDate(calendarDate(line.at))} ${timeOfDay(line.at)}`)
    const named = line.kind === 'refund' && line.items !== undefined ? t`Refund: ${line.items}` : (line.items ?? kinds[line.kind])
    const cells: Record<Key, ReactNode> = {
      for: (
        <>
          {named}
          {when !== undefined && <CellDetail>{when}</CellDetail>}
        </>
      ),
      method: paidWith(line) || dash,
      amount: isSale(line) ? format(line.amount) : dash,
      back: off === undefined ? dash : format(off),
      fee: charged === 0n ? dash : minus(charged),
      net: <Amount text={format(line.net)} />,
    }
    return { id: `${at}`, cells, href: line.paymentRequestId === undefined ? undefined : businessPaths.payment(line.paymentRequestId) }
  }
}
