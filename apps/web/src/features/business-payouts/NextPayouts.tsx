import { Trans, useLingui } from '@lingui/react/macro'
import { getPayoutAccount, getPayoutSchedule, listNextPayouts, type NextPayout } from '@nikau/contract/payouts'
import { format } from '@nikau/money'
import { addDays, type CalendarDate, calendarDate, shortDate } from '@nikau/nz/nz-time'
import { holidaysBefore, payoutDayOf } from '@nikau/nz/payout-days'
import { FieldPanel, Money, PortalCard, Skeleton, Sum } from '@nikau/ui'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useSpokenAmount } from '../../lib/localized-text.ts'
import { nextPayoutRows } from './sums.tsx'

/** What has gathered so far, the day on which it goes to the bank, and what it consists of. */
export function NextPayouts() {
  const { accountId } = useBusiness()
  const query = useEndpointQuery(listNextPayouts, { params: { accountId } })
  const next = toAsyncData(query.data, query)
  if (next.failed)
    return (
      <LoadFailed source={next}>
        <Trans>We couldn’t load the next payout</Trans>
      </LoadFailed>
    )
  if (!next.data)
    return (
      <div aria-busy="true">
        <Skeleton shape="block" width="full" />
      </div>
    )
  return next.data.map((payout) => <Next key={payout.walletId} next={payout} />)
}

function Next({ next }: { next: NextPayout }) {
  const spoken = useSpokenAmount()
  return (
    <div className="grid gap-4 panes:grid-cols-[minmax(0,1fr)_21rem] panes:gap-5">
      <section className="grid" aria-labelledby="next-payout">
        <FieldPanel shape="leaf">
          <div className="flex h-full min-h-40 flex-col justify-center gap-2">
            <h2 id="next-payout" className="n-quiet text-label">
              <Trans>Next payout, so far</Trans>
            </h2>
            <p>
              <Money text={format(next.soFar)} spoken={spoken(next.soFar)} size="xl" />
            </p>
            <p>
              <PromisedDay next={next} />
            </p>
          </div>
        </FieldPanel>
      </section>
      <PortalCard title={<Trans>What is in it</Trans>}>
        <Sum rows={nextPayoutRows(next)} result={{ label: <Trans>To your bank</Trans>, amount: format(next.soFar) }} />
      </PortalCard>
    </div>
  )
}

/** The day, why it is that day, and the account that the money goes to. */
function PromisedDay({ next }: { next: NextPayout }) {
  const { accountId } = useBusiness()
  const params = { accountId }
  const account = useEndpointQuery(getPayoutAccount, { params }).data
  const schedule = useEndpointQuery(getPayoutSchedule, { params }).data
  const reason = useReason()(next.day, schedule?.current.kind === 'daily' && !schedule.pending)
  const day = shortDate(next.day)
  if (next.onHold) return <Trans>Payouts are on hold. Payments and refunds go on; contact us to learn more.</Trans>
  if (account && !account.current) return <Trans>It goes to the bank on {day} at the earliest, once there is a payout account.</Trans>
  if (account?.toConfirm)
    return <Trans>The bank sent a payout back. It goes out on the next business day once the payout account is confirmed or changed.</Trans>
  const name = account?.current?.name ?? ''
  const number = account?.current?.number.slice(-8) ?? ''
  return (
    <Trans>
      <b>{day}</b>
      {reason}, to {name}, <span className="whitespace-nowrap">{number}</span>. In the account that evening.
    </Trans>
  )
}

/** Why the money does not go on the day after today: ", after the weekend", ", after Christmas Day and Boxing Day". Empty when it does. */
function useReason(): (day: CalendarDate, isDaily: boolean) => string {
  const { t } = useLingui()
  return (day, isDaily) => {
    const today = calendarDate(new Date())
    if (day <= addDays(today, 1)) return ''
    if (!isDaily || payoutDayOf(today) !== day) return t`, by your schedule`
    const holidays = new Intl.ListFormat('en-NZ').format(holidaysBefore(today, day))
    return holidays === '' ? t`, after the weekend` : t`, after ${holidays}`
  }
}
