import { Trans, useLingui } from '@lingui/react/macro'
import { getTillPayment, type TillPayment } from '@nikau/contract/till-payments'
import { add, cents, format, zero } from '@nikau/money'
import { shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { Button, Card, Header, ListSkeleton, Money, Receipt, ReceiptRow, TillFooter, TillMiddle, TillScreen, useSkeleton } from '@nikau/ui'
import { useState } from 'react'
import { toAsyncData } from '../../lib/async-data.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { spacedCode } from '../../lib/merchant-payment-texts.ts'
import { isUnpaid, PaymentStatusChip } from '../../lib/PaymentStatusChip.tsx'
import { useStoredValue } from '../../lib/stored-value.ts'
import { pairing, useOfflineSince } from '../till-device/index.ts'
import { basketTotal, saleEngine, useCounter, useLegName, useSale } from '../till-sale/index.ts'
import { GiveBackScreen } from './GiveBackScreen.tsx'
import { notedTime } from './noted-time.ts'
import { useTillQuery } from './queries.ts'
import { StopScreen } from './StopScreen.tsx'

/** The receipt of a payment of this till, and the way to give it back. */
export function PaymentScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const { go } = useCounter()
  const tillId = useStoredValue(pairing)?.till.id ?? ''
  const isOffline = useOfflineSince() !== undefined
  const [isGivingBack, setGivingBack] = useState(false)
  const query = useTillQuery(getTillPayment, { params: { id: tillId, paymentRequestId: id } })
  const payment = toAsyncData(query.data, query)
  const skeleton = useSkeleton(payment.data === undefined && !payment.failed)
  const toReceipt = () => setGivingBack(false)
  if (payment.data && isGivingBack) {
    if (payment.data.restUntil) return <StopScreen payment={payment.data} onBack={toReceipt} />
    return <GiveBackScreen payment={payment.data} onBack={toReceipt} />
  }
  const canGiveBack = payment.data !== undefined && ['paid', 'part-paid', 'part-refunded'].includes(payment.data.status)
  return (
    <TillScreen>
      <Header onBack={() => go({ at: 'list' })} backLabel={t`Back to the payments`} />
      <TillMiddle>
        {payment.failed && (
          <LoadFailed source={payment} pageTitle={<Trans>Payment</Trans>}>
            <Trans>We couldn’t load this payment</Trans>
          </LoadFailed>
        )}
        <div aria-busy={payment.data === undefined && !payment.failed}>{skeleton && <ListSkeleton rows={6} />}</div>
        {payment.data && <Details payment={payment.data} />}
      </TillMiddle>
      {canGiveBack && (
        <TillFooter>
          <TakeRest payment={payment.data!} />
          <Button variant="destructive" full needsSignal isDisabled={isOffline} onPress={() => setGivingBack(true)}>
            <Trans>Give back</Trans>
          </Button>
        </TillFooter>
      )}
    </TillScreen>
  )
}

/** Goes on with a part payment at the counter, while its rest can be taken. */
function TakeRest({ payment: { id, idempotencyKey, amount, remaining, createdAt, restUntil } }: { payment: TillPayment }) {
  const { go } = useCounter()
  const { sale, stage } = useSale()
  const isOffline = useOfflineSince() !== undefined
  if (restUntil === undefined || idempotencyKey === undefined) return undefined
  const rest = format(remaining)
  const isCurrent = sale.charge?.requestId === id
  const isFree = isCurrent || (stage === 'entry' && basketTotal(sale.basket) === 0n)
  const takeUp = () => {
    if (isCurrent || saleEngine.takeUp({ key: idempotencyKey, requestId: id, amount, at: createdAt })) go({ at: 'sale' })
  }
  return (
    <>
      {!isFree && (
        <p className="text-center text-label text-ink-2">
          <Trans>Finish the sale at the counter first, then take the rest of this one.</Trans>
        </p>
      )}
      <Button size="l" full needsSignal isDisabled={isOffline || !isFree} onPress={takeUp}>
        <Trans>Take the rest, {rest}</Trans>
      </Button>
    </>
  )
}

function Details({ payment }: { payment: TillPayment }) {
  const { status, amount, createdAt, shortCode, legs, lineItems, externalRef } = payment
  const [day, time, noted] = [shortDate(createdAt), timeOfDay(createdAt), notedTime(payment)]
  return (
    <>
      <h1>
        <span className="n-hidden">
          <Trans>Payment</Trans>{' '}
        </span>
        <Money text={format(amount)} size="xl" gone={isUnpaid(status)} />
      </h1>
      <div className="mt-2">
        <PaymentStatusChip status={status} />
      </div>
      <p className="mt-3 text-ink-2">
        {day}, {time}
        <br />
        {spacedCode(shortCode)}
        {noted !== undefined && (
          <>
            <br />
            <Trans>Noted at {noted} without a connection</Trans>
          </>
        )}
      </p>
      {legs.length > 0 ? (
        <HowItWasPaid payment={payment} />
      ) : (
        <p className="n-till-say">{isUnpaid(status) ? <Trans>Nothing was taken.</Trans> : <Trans>Nothing has been paid yet.</Trans>}</p>
      )}
      {lineItems.length > 0 && <Items payment={payment} />}
      {externalRef !== undefined && (
        <p className="n-quiet mt-4 text-label">
          <Trans>Reference {externalRef}</Trans>
        </p>
      )}
    </>
  )
}

/** Legs, rounding and what is still to take make the amount; what went back stands below. */
function HowItWasPaid({ payment: { amount, remaining, rounding = zero, legs, refunded } }: { payment: TillPayment }) {
  const nameOf = useLegName()
  return (
    <section className="mt-5" aria-labelledby="how">
      <h2 id="how" className="n-heading">
        <Trans>How it was paid</Trans>
      </h2>
      <div className="mt-2">
        <Card>
          <Receipt>
            {legs.map((leg) => (
              <ReceiptRow key={leg.id} name={nameOf(leg)}>
                {format(leg.amount)}
              </ReceiptRow>
            ))}
            {rounding !== 0n && <ReceiptRow name={<Trans>Rounding</Trans>}>{format(rounding)}</ReceiptRow>}
            {remaining > 0n && <ReceiptRow name={<Trans>Not taken yet</Trans>}>{format(remaining)}</ReceiptRow>}
            <ReceiptRow name={<Trans>Payment</Trans>} total>
              {format(amount)}
            </ReceiptRow>
            {refunded > 0n && <ReceiptRow name={<Trans>Given back</Trans>}>{format(cents(-refunded))}</ReceiptRow>}
          </Receipt>
        </Card>
      </div>
    </section>
  )
}

function Items({ payment: { lineItems, gstNumber } }: { payment: TillPayment }) {
  const gst = format(add(zero, ...lineItems.map((line) => line.gst)))
  const number = gstNumber
  return (
    <section className="mt-5" aria-labelledby="items">
      <h2 id="items" className="n-heading">
        <Trans>Items</Trans>
      </h2>
      <div className="mt-2">
        <Card>
          <Receipt>
            {lineItems.map((line, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- the items of a payment never change
              <ReceiptRow key={place} name={line.qty === '1' ? line.name : `${line.qty} × ${line.name}`}>
                {format(line.price)}
              </ReceiptRow>
            ))}
            {number !== undefined && <ReceiptRow name={<Trans>GST in this, number {number}</Trans>}>{gst}</ReceiptRow>}
          </Receipt>
        </Card>
      </div>
    </section>
  )
}
