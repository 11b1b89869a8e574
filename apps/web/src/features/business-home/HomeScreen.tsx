import { Trans } from '@lingui/react/macro'
import { getTakings, listMerchantPayments } from '@nikau/contract/merchant-payments'
import { listNextPayouts } from '@nikau/contract/payouts'
import { listAccountTasks } from '@nikau/contract/portal-events'
import { calendarDate, longDate, timeOfDay } from '@nikau/nz/nz-time'
import { Notice, PortalColumns, PortalPage } from '@nikau/ui'
import { useEffect, useState } from 'react'
import { createRefresh, useBusinessEvents } from '../../lib/business-events.ts'
import { useBusiness } from '../../lib/business.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { useChecklist, useLimitsText } from '../../lib/opening.ts'
import { useProfile } from '../../lib/profile.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { HoursOfDay } from './HoursOfDay.tsx'
import { LatestPayments } from './LatestPayments.tsx'
import { NextPayout } from './NextPayout.tsx'
import { TakingsOfToday } from './TakingsOfToday.tsx'
import { Tasks } from './Tasks.tsx'
import { useWeekday } from '../../lib/weekdays.ts'

const refresh = createRefresh([getTakings, listMerchantPayments, listNextPayouts, listAccountTasks])

/** The shop today: what it took, what comes next and what needs the member, as it happens. */
export function HomeScreen() {
  const { givenName } = useProfile()
  const now = useMinute()
  const weekdayOf = useWeekday()
  return (
    <PortalPage
      title={givenName ? <Trans>Kia ora, {givenName}</Trans> : <Trans>Kia ora</Trans>}
      detail={`${weekdayOf(calendarDate(now))} ${longDate(now).replace(/ \d+$/, '')}, ${timeOfDay(now)}`}
    >
      <NewBusinessLimits />
      <Today now={now} />
    </PortalPage>
  )
}

/** Of live money, until operators have lifted them. */
function NewBusinessLimits() {
  const { accountId, isTest } = useBusiness()
  const limits = useChecklist(isTest ? undefined : accountId).data?.limits
  const limitsText = useLimitsText()
  return (
    limits && (
      <div className="pb-4">
        <Notice tone="info" title={<Trans>Your takings have limits for now</Trans>}>
          {limitsText(limits)}
        </Notice>
      </div>
    )
  )
}

function Today({ now }: { now: Date }) {
  const { accountId, shop, isTest, may } = useBusiness()
  const isLive = useBusinessEvents(accountId, (event) => {
    if (event.kind === 'reset' || event.merchantId === shop.id) void refresh()
  })
  const takings = useEndpointQuery(getTakings, { params: { merchantId: shop.id }, query: {} })
  const updated = isLive || takings.dataUpdatedAt === 0 ? undefined : timeOfDay(new Date(takings.dataUpdatedAt))
  return (
    <PortalColumns
      lead
      aside={
        <>
          <TakingsOfToday takings={takings} updated={updated} />
          {may('payouts:read') && !isTest && <NextPayout />}
          <Tasks />
        </>
      }
    >
      <HoursOfDay takings={takings} now={now} />
      <LatestPayments updated={updated} />
    </PortalColumns>
  )
}

/** Now, by the server's clock, once a minute. The takings are compared up to this time of day. */
function useMinute(): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(serverNow())
      void refresh()
    }, 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
