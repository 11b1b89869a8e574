import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { MerchantPayment } from '@nikau/contract/merchant-payments'
import { listTillPayments } from '@nikau/contract/till-payments'
import { format } from '@nikau/money'
import { addDays, calendarDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import {
  Amount,
  Button,
  DayHeading,
  EmptyState,
  Header,
  List,
  ListItem,
  ListSkeleton,
  Notice,
  TillFooter,
  TillMiddle,
  TillScreen,
  useSkeleton,
} from '@nikau/ui'
import { useState } from 'react'
import { toAsyncData } from '../../lib/async-data.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { spacedCode, usePaymentName } from '../../lib/merchant-payment-texts.ts'
import { isUnpaid, PaymentStatusChip } from '../../lib/PaymentStatusChip.tsx'
import { serverNow } from '../../lib/server-clock.ts'
import { useStoredValue } from '../../lib/stored-value.ts'
import { pairing, useOfflineSince } from '../till-device/index.ts'
import { useNotes } from '../till-notes/index.ts'
import { useCounter } from '../till-sale/index.ts'
import { notedTime } from './noted-time.ts'
import { useTillPages } from './queries.ts'

/** What this till asked for in the last 7 days, newest first. */
export function ListScreen() {
  const { t } = useLingui()
  const { go } = useCounter()
  const till = useStoredValue(pairing)?.till
  const isOffline = useOfflineSince() !== undefined
  const pages = useTillPages(listTillPayments, { params: { id: till?.id ?? '' } })
  const payments = toAsyncData(
    pages.data?.pages.flatMap(({ items }) => items),
    pages,
  )
  const skeleton = useSkeleton(payments.data === undefined && !payments.failed)
  if (!till) return undefined
  const { name } = till
  return (
    <TillScreen>
      <Header onBack={() => go({ at: 'sale' })} backLabel={t`Back to the sale`} />
      <TillMiddle>
        <h1 className="n-till-title">
          <Trans>Payments</Trans>
        </h1>
        <p className="n-till-say">
          <Trans>{name}, the last 7 days</Trans>
        </p>
        <UnsentNotes />
        <div className="mt-4">
          {payments.failed && (
            <LoadFailed source={payments}>
              <Trans>We couldn’t load the payments</Trans>
            </LoadFailed>
          )}
          <div aria-busy={payments.data === undefined && !payments.failed}>{skeleton && <ListSkeleton rows={7} />}</div>
          {payments.data?.length === 0 && (
            <EmptyState drawing="receipt" title={<Trans>No payments yet</Trans>}>
              <Trans>What this till takes shows here for 7 days.</Trans>
            </EmptyState>
          )}
          {payments.data && <Days payments={payments.data} onOpen={(id) => go({ at: 'payment', id })} />}
          {pages.hasNextPage && (
            <div className="mt-4 flex justify-center">
              <Button variant="tonal" size="s" onPress={() => void pages.fetchNextPage()} busy={pages.isFetchingNextPage}>
                <Trans>Show more</Trans>
              </Button>
            </div>
          )}
        </div>
      </TillMiddle>
      <TillFooter>
        <Button variant="outlined" full needsSignal isDisabled={isOffline} onPress={() => go({ at: 'day' })}>
          <Trans>Close the day</Trans>
        </Button>
      </TillFooter>
    </TillScreen>
  )
}

/** They are not among the payments until the server has them. */
function UnsentNotes() {
  const { t } = useLingui()
  const { go } = useCounter()
  const notes = useNotes()
  const count = notes.length
  const hasRefused = notes.some(({ refusal }) => refusal)
  if (count === 0) return undefined
  return (
    <div className="mt-4">
      <Notice tone={hasRefused ? 'warning' : 'info'} title={t`${plural(count, { one: '# noted sale isn’t', other: '# noted sales aren’t' })} recorded yet`}>
        <p className="pb-3">
          {hasRefused ? <Trans>Some of them are refused. They stay here until you look at them.</Trans> : <Trans>They are sent in order, by themselves.</Trans>}
        </p>
        <Button variant="outlined" size="s" onPress={() => go({ at: 'notes' })}>
          <Trans>Noted sales</Trans>
        </Button>
      </Notice>
    </div>
  )
}

function Days({ payments, onOpen }: { payments: readonly MerchantPayment[]; onOpen: (id: string) => void }) {
  const { t } = useLingui()
  const [today] = useState(() => calendarDate(serverNow()))
  const days = Map.groupBy(payments, ({ createdAt }) => calendarDate(createdAt))
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <DayHeading id={`day-${day}`} level={2}>
        {day === today ? t`Today` : day === addDays(today, -1) ? t`Yesterday` : shortDate(day)}
      </DayHeading>
      <List labelledBy={`day-${day}`}>
        {ofDay.map((payment) => (
          <Row key={payment.id} payment={payment} onOpen={() => onOpen(payment.id)} />
        ))}
      </List>
    </section>
  ))
}

function Row({ payment, onOpen }: { payment: MerchantPayment; onOpen: () => void }) {
  const { t } = useLingui()
  const nameOf = usePaymentName()
  const { createdAt, shortCode, amount, status, refunded, received } = payment
  const [time, code, noted] = [timeOfDay(createdAt), spacedCode(shortCode), notedTime(payment)]
  const [paid, back] = [format(received), format(refunded)]
  const changed = status === 'part-paid' ? t`${paid} paid` : status === 'part-refunded' ? t`${back} refunded` : undefined
  return (
    <ListItem
      onPress={onOpen}
      name={nameOf(payment)}
      detail={
        <>
          {time} · {code}
          {(changed ?? noted) !== undefined && <br />}
          {changed ?? (noted !== undefined && t`Noted at ${noted}`)}
        </>
      }
      amount={<Amount text={format(amount)} tone={isUnpaid(status) ? 'failed' : 'out'} />}
      chip={<PaymentStatusChip status={status} />}
    />
  )
}
