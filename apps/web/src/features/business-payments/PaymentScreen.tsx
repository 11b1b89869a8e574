import { Trans, useLingui } from '@lingui/react/macro'
import { getMerchantPayment, type MerchantPaymentDetail, type PaymentPayout } from '@nikau/contract/merchant-payments'
import { listPaymentRequestActivities } from '@nikau/contract/payment-activities'
import { add, cents, format, subtract } from '@nikau/money'
import { longDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import {
  DataTable,
  ListSkeleton,
  Money,
  PortalCard,
  PortalColumns,
  PortalPage,
  Receipt,
  ReceiptRow,
  Sum,
  type SumRow,
  TextLink,
  Timeline,
  useSkeleton,
} from '@nikau/ui'
import { useParams } from 'react-router'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { CopyButton } from '../../lib/CopyButton.tsx'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { businessPaths } from '../../lib/business-paths.ts'
import { personAt, spacedCode, useMethodNames, usePlaceName, useTenderNames } from '../../lib/merchant-payment-texts.ts'
import { isUnpaid, PaymentStatusChip } from '../../lib/PaymentStatusChip.tsx'
import { PaymentWebhooks } from './PaymentWebhooks.tsx'
import { RefundAction } from './RefundAction.tsx'
import { useLivePayments } from './useLivePayments.ts'
import { usePaymentEvents } from './usePaymentEvents.tsx'

/** A payment as its merchant sees it: how it was paid, what for, what happened and what goes to the bank. Never who paid. */
export function PaymentScreen() {
  const { shop, may } = useBusiness()
  const { paymentRequestId = '' } = useParams()
  useLivePayments()
  const query = useEndpointQuery(getMerchantPayment, { params: { merchantId: shop.id, paymentRequestId } })
  const payment = toAsyncData(query.data?.id === paymentRequestId ? query.data : undefined, query)
  const skeleton = useSkeleton(payment.data === undefined && !payment.failed)
  const back = { href: businessPaths.payments, label: <Trans>Payments</Trans> }
  if (!payment.data)
    return (
      <PortalPage title={<Trans>Payment</Trans>} back={back}>
        {payment.failed && (
          <LoadFailed source={payment}>
            <Trans>Couldn’t load this payment</Trans>
          </LoadFailed>
        )}
        <div aria-busy={!payment.failed}>{skeleton && <ListSkeleton rows={6} />}</div>
      </PortalPage>
    )
  const { data } = payment
  const code = spacedCode(data.shortCode)
  return (
    <PortalPage
      above={<Trans>Payment {code}</Trans>}
      title={<Money text={format(data.amount)} gone={isUnpaid(data.status)} />}
      status={<PaymentStatusChip status={data.status} />}
      detail={<Asked payment={data} />}
      back={back}
      actions={may('refunds:write') && <RefundAction payment={data} />}
    >
      <PortalColumns
        aside={
          <>
            <WhatHappened payment={data} />
            {data.note !== undefined && (
              <PortalCard title={<Trans>Customer note</Trans>}>
                <p className="wrap-anywhere">“{data.note}”</p>
              </PortalCard>
            )}
            <WhatYouGet payment={data} />
            <References payment={data} />
          </>
        }
      >
        <HowItWasPaid payment={data} />
        <Items payment={data} />
        {may('webhooks:write') && <PaymentWebhooks accountId={data.merchantAccountId} paymentRequestId={data.id} />}
      </PortalColumns>
    </PortalPage>
  )
}

interface PartProps {
  payment: MerchantPaymentDetail
}

function Asked({ payment: { createdAt, place, notedAt } }: PartProps) {
  const placeOf = usePlaceName()
  const where = [placeOf(place), personAt(place)].filter((part) => part !== undefined).join(', ')
  const [day, time] = [shortDate(createdAt), timeOfDay(createdAt)]
  const [notedDay, notedTime] = notedAt ? [shortDate(notedAt), timeOfDay(notedAt)] : []
  return (
    <>
      <Trans>
        {day}, {time} · {where}
      </Trans>
      {notedDay !== undefined && (
        <>
          {' · '}
          <Trans>
            Noted {notedDay}, {notedTime}, while the till was offline
          </Trans>
        </>
      )}
    </>
  )
}

/** One row for each leg, in the order of payment, and what is still to take. */
function HowItWasPaid({ payment }: PartProps) {
  const { t } = useLingui()
  const [methodNames, tenderNames] = [useMethodNames(), useTenderNames()]
  const rest = subtract(payment.amount, payment.received)
  if (payment.legs.length === 0)
    return (
      <PortalCard title={<Trans>How it was paid</Trans>}>
        <p className="text-ink-2">{isUnpaid(payment.status) ? <Trans>Nothing was taken.</Trans> : <Trans>Nothing has been paid yet.</Trans>}</p>
      </PortalCard>
    )
  const rows: SumRow[] = payment.legs.map(({ id, method, description, tender, amount, refunded, paidAt, covers }) => {
    const [time, back, items] = [timeOfDay(paidAt), format(refunded), covers?.join(', ')]
    const details = [t`Paid ${time}`, items && t`Covers ${items}`, refunded > 0n && t`${back} refunded`].filter((text) => typeof text === 'string')
    return {
      key: id,
      label: tender ? tenderNames[tender] : description === undefined ? methodNames[method] : `${methodNames[method]}, ${description}`,
      detail: details.join(' · '),
      amount: format(amount),
    }
  })
  if (payment.rounding !== undefined) rows.push({ key: 'rounding', label: t`Rounding`, amount: format(payment.rounding) })
  if (payment.status === 'part-paid' && rest > 0n) rows.push({ key: 'rest', label: t`Not taken yet`, amount: format(rest) })
  const total = payment.status === 'part-paid' ? payment.amount : payment.received
  return (
    <PortalCard title={<Trans>How it was paid</Trans>} end={payment.status === 'part-paid' && <StillToTake amount={format(rest)} />}>
      <Sum rows={rows} result={{ label: <Trans>Payment</Trans>, amount: format(total) }} />
    </PortalCard>
  )
}

function StillToTake({ amount }: { amount: string }) {
  return (
    <span className="text-label font-semibold text-warning">
      <Trans>{amount} still to take</Trans>
    </span>
  )
}

function Items({ payment: { lineItems, gstNumber, amount } }: PartProps) {
  const { t } = useLingui()
  if (lineItems.length === 0) return undefined
  const hasGst = gstNumber !== undefined
  const gst = { key: 'gst' as const, label: <Trans>GST in it</Trans>, align: 'end' as const, fold: 'end-2' as const }
  const prices = add(...lineItems.map(({ price }) => price))
  return (
    <PortalCard title={<Trans>Items</Trans>} flush>
      <DataTable
        caption={t`Items sold`}
        columns={[
          { key: 'item', label: <Trans>Item</Trans>, fold: 'start-1' },
          { key: 'qty', label: <Trans>Qty</Trans>, align: 'end', fold: 'start-2' },
          ...(hasGst ? [gst] : []),
          { key: 'price', label: <Trans>Price</Trans>, align: 'end', fold: 'end-1' },
        ]}
        rows={lineItems.map((line, place) => ({
          id: String(place),
          cells: { item: line.name, qty: line.qty, gst: format(line.gst), price: format(line.price) },
        }))}
        total={{
          item: hasGst ? <Trans>Total with GST</Trans> : <Trans>Total</Trans>,
          gst: format(add(...lineItems.map((line) => line.gst))),
          price: format(lineItems.length > 0 ? prices : amount),
        }}
      />
    </PortalCard>
  )
}

function WhatHappened({ payment }: PartProps) {
  const { t } = useLingui()
  const query = useEndpointQuery(listPaymentRequestActivities, { params: { id: payment.id }, query: {} })
  const activities = toAsyncData(query.data?.items, query)
  const events = usePaymentEvents(payment, activities.data ?? [])
  return (
    <PortalCard title={<Trans>What happened</Trans>}>
      {activities.failed ? (
        <LoadFailed source={activities}>
          <Trans>Couldn’t load what happened</Trans>
        </LoadFailed>
      ) : (
        <Timeline label={t`What happened`} events={events} />
      )}
    </PortalCard>
  )
}

/** The rows add up to the cent. Rows that are nothing are left out, except fee and GST. */
function WhatYouGet({ payment: { whatYouGet, payout, legs } }: PartProps) {
  if (!whatYouGet) return undefined
  const { taken, givenBack, ownTokens, takenAtTill, fees, gstOnFees, toBank } = whatYouGet
  const minus = (amount: bigint) => format(cents(-amount))
  const rows: SumRow[] = [
    { key: 'payment', label: <Trans>Payment</Trans>, amount: format(taken) },
    ...(givenBack > 0n ? [{ key: 'refunded', label: <Trans>Refunded</Trans>, amount: minus(givenBack) }] : []),
    ...(ownTokens > 0n ? [{ key: 'tokens', label: <Trans>Your own tokens</Trans>, amount: minus(ownTokens) }] : []),
    ...(takenAtTill > 0n ? [{ key: 'till', label: <Trans>Taken at the till</Trans>, amount: minus(takenAtTill) }] : []),
    { key: 'fee', label: <Trans>Fee</Trans>, amount: minus(fees) },
    { key: 'gst', label: <Trans>GST on the fee</Trans>, amount: minus(gstOnFees) },
  ]
  const payouts = payoutsOf(legs, payout)
  return (
    <PortalCard title={<Trans>What you get</Trans>}>
      <Sum rows={rows} result={{ label: <Trans>To your bank</Trans>, amount: format(toBank) }} />
      {payouts.map((one) => (
        <p key={one.id ?? one.day} className="pt-3 text-label text-ink-2">
          <PayoutLine payout={one} />
        </p>
      ))}
    </PortalCard>
  )
}

/** Captures may be paid out on several days. */
function payoutsOf(legs: MerchantPaymentDetail['legs'], payout: PaymentPayout | undefined): PaymentPayout[] {
  const all = [...legs.flatMap((leg) => leg.payout ?? []), ...(payout ? [payout] : [])]
  return [...new Map(all.map((one) => [one.id ?? one.day, one])).values()]
}

function PayoutLine({ payout }: { payout: PaymentPayout }) {
  const { may } = useBusiness()
  const day = longDate(payout.day)
  if (payout.id === undefined) return <Trans>It will be in the payout of {day}.</Trans>
  if (!may('payouts:read')) return <Trans>It is in the payout of {day}.</Trans>
  return (
    <Trans>
      It is in the <TextLink href={businessPaths.payout(payout.id)}>payout of {day}</TextLink>.
    </Trans>
  )
}

function References({ payment }: PartProps) {
  const { id, externalRef, invoiceRef, purchaseOrderRef, gstNumber, shortCode } = payment
  return (
    <PortalCard title={<Trans>References</Trans>}>
      <Receipt>
        {externalRef !== undefined && <ReceiptRow name={<Trans>Yours</Trans>}>{externalRef}</ReceiptRow>}
        {invoiceRef !== undefined && <ReceiptRow name={<Trans>Invoice</Trans>}>{invoiceRef}</ReceiptRow>}
        {purchaseOrderRef !== undefined && <ReceiptRow name={<Trans>Purchase order</Trans>}>{purchaseOrderRef}</ReceiptRow>}
        <ReceiptRow name={<Trans>Short code</Trans>}>{spacedCode(shortCode)}</ReceiptRow>
        <ReceiptRow name={<Trans>Request</Trans>} end={<CopyButton text={id} />}>
          <span className="wrap-anywhere">{id}</span>
        </ReceiptRow>
        {gstNumber !== undefined && <ReceiptRow name={<Trans>GST number</Trans>}>{gstNumber.replace(/^(\d+)(\d{3})(\d{3})$/, '$1-$2-$3')}</ReceiptRow>}
      </Receipt>
    </PortalCard>
  )
}
