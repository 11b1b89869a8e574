import { Trans, useLingui } from '@lingui/react/macro'
import { getPayoutSchedule, type PayoutSchedule, updatePayoutSchedule } from '@nikau/contract/payouts'
import { longDate } from '@nikau/nz/nz-time'
import { Button, ListSkeleton, Notice, PortalCard, Radio, RadioGroup, Sheet } from '@nikau/ui'
import { useState } from 'react'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { queryClient, useEndpointMutation, useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useScheduleText, useWeekdays } from './texts.tsx'

/** When payouts are made. Owners change it, from the next day on. */
export function ScheduleCard() {
  const { accountId, may } = useBusiness()
  const query = useEndpointQuery(getPayoutSchedule, { params: { accountId } })
  const schedules = toAsyncData(query.data, query)
  const [isEditing, setIsEditing] = useState(false)
  const text = useScheduleText()
  const pending = schedules.data?.pending
  const from = pending && longDate(pending.firstDay)
  return (
    <PortalCard title={<Trans>Schedule</Trans>}>
      {schedules.failed ? (
        <LoadFailed source={schedules}>
          <Trans>We couldn’t load your schedule</Trans>
        </LoadFailed>
      ) : schedules.data ? (
        <div className="flex flex-col gap-3">
          <p>{text(schedules.data.current)}</p>
          {pending && (
            <p className="text-ink-2">
              <Trans>From {from}:</Trans> {text(pending.schedule)}
            </p>
          )}
          {may('payouts:write') && (
            <div>
              <Button variant="outlined" size="s" onPress={() => setIsEditing(true)}>
                <Trans>Change schedule</Trans>
              </Button>
            </div>
          )}
        </div>
      ) : (
        <div aria-busy="true">
          <ListSkeleton rows={1} />
        </div>
      )}
      {isEditing && schedules.data && <ScheduleSheet current={pending?.schedule ?? schedules.data.current} onClose={() => setIsEditing(false)} />}
    </PortalCard>
  )
}

const everyMonday = 1

function ScheduleSheet({ current, onClose }: { current: PayoutSchedule; onClose: () => void }) {
  const { t } = useLingui()
  const { accountId } = useBusiness()
  const weekdays = useWeekdays()
  const [kind, setKind] = useState(current.kind)
  const [weekday, setWeekday] = useState(current.kind === 'weekly' ? current.weekday : everyMonday)
  const update = useEndpointMutation(updatePayoutSchedule)
  const save = async () => {
    const body: PayoutSchedule = kind === 'weekly' ? { kind, weekday } : { kind }
    const saved = await update.mutateAsync({ params: { accountId }, body }).catch(() => undefined) // shown below
    if (!saved) return
    for (const path of [getPayoutSchedule.path, '/api/accounts/:accountId/next-payouts']) void queryClient.invalidateQueries({ queryKey: ['GET', path] })
    onClose()
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Schedule</Trans>}
      closeLabel={t`Close`}
      actions={
        <Button full onPress={() => void save()} busy={update.isPending} busyLabel={t`Saving`}>
          <Trans>Save, from tomorrow on</Trans>
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <RadioGroup label={t`Payouts are made`} value={kind} onChange={setKind}>
          <Radio value="daily">
            <Trans>Each business day</Trans>
          </Radio>
          <Radio value="weekly" detail={<Trans>On a day that you choose</Trans>}>
            <Trans>Weekly</Trans>
          </Radio>
          <Radio value="monthly" detail={<Trans>On the first business day</Trans>}>
            <Trans>Monthly</Trans>
          </Radio>
        </RadioGroup>
        {kind === 'weekly' && (
          <RadioGroup label={t`Day of the week`} value={String(weekday)} onChange={(chosen) => setWeekday(Number(chosen))}>
            {weekdays.map((name, at) => (
              <Radio key={name} value={String(at + 1)} look="plain">
                {name}
              </Radio>
            ))}
          </RadioGroup>
        )}
        <p className="text-label text-ink-2">
          <Trans>We email every owner about the change.</Trans>
        </p>
        {update.error && (
          <Notice tone="negative" live="assertive" level={3} title={<Trans>The schedule isn’t changed</Trans>}>
            <CallProblem error={update.error} />
          </Notice>
        )}
      </div>
    </Sheet>
  )
}
