import { Trans } from '@lingui/react/macro'
import { getPayoutSchedule } from '@nikau/contract/payouts'
import { calendarDate, shortDate } from '@nikau/nz/nz-time'
import { nextMovedPayout } from '@nikau/nz/payout-days'
import { EmptyState, PortalPage } from '@nikau/ui'
import { useState } from 'react'
import { useBusiness } from '../../lib/business.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { NextPayouts } from './NextPayouts.tsx'
import { PayoutAccountCard } from './PayoutAccountCard.tsx'
import { PayoutList } from './PayoutList.tsx'
import { ScheduleCard } from './ScheduleCard.tsx'
import { daysLabel, useScheduleText } from './texts.tsx'

/** The next payout, the list of payouts, where they go and when. */
export function PayoutsScreen() {
  const { isTest } = useBusiness()
  return isTest ? <TestMoney /> : <LivePayouts />
}

function TestMoney() {
  return (
    <PortalPage title={<Trans>Payouts</Trans>}>
      <EmptyState drawing="bank" title={<Trans>Test money isn’t paid out</Trans>}>
        <Trans>Switch test mode off to see the payouts of your live shops.</Trans>
      </EmptyState>
    </PortalPage>
  )
}

function LivePayouts() {
  const { accountId } = useBusiness()
  const schedule = useEndpointQuery(getPayoutSchedule, { params: { accountId } }).data?.current
  const scheduleText = useScheduleText()
  return (
    <PortalPage title={<Trans>Payouts</Trans>} detail={schedule && scheduleText(schedule)}>
      <div className="flex flex-col gap-5">
        <NextPayouts />
        <PayoutList />
        {schedule?.kind === 'daily' && <MovedPayout />}
        <div className="grid items-start gap-4 fold:grid-cols-2">
          <PayoutAccountCard />
          <ScheduleCard />
        </div>
      </div>
    </PortalPage>
  )
}

/** Which payout a holiday moves next. */
function MovedPayout() {
  const [today] = useState(() => calendarDate(new Date()))
  const moved = nextMovedPayout(today)
  if (!moved) return undefined
  const { holiday } = moved
  const [days, day] = [daysLabel(moved.firstDay, moved.lastDay), shortDate(moved.day)]
  return (
    <p className="text-label text-ink-2">
      <Trans>
        {holiday} moves the next payout: payments of {days} go on {day}.
      </Trans>
    </p>
  )
}
