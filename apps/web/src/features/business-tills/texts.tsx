import { Trans, useLingui } from '@lingui/react/macro'
import type { Till } from '@nikau/contract/tills'
import { calendarDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { Icon, StatusChip } from '@nikau/ui'
import type { CallError } from '../../lib/call-error.ts'
import { serverNow } from '../../lib/server-clock.ts'

export function TillStatusChip({ status }: Pick<Till, 'status'>) {
  if (status === 'waiting')
    return (
      <StatusChip tone="warning">
        <Trans>Not paired yet</Trans>
      </StatusChip>
    )
  if (status === 'off')
    return (
      <StatusChip icon={<Icon name="close" size="xs" />}>
        <Trans>Off</Trans>
      </StatusChip>
    )
  return (
    <StatusChip tone="positive">
      <Trans>Paired</Trans>
    </StatusChip>
  )
}

/** Who is at the till, or when it was used last. */
export function useTillUse(): (till: Till) => string {
  const { t } = useLingui()
  return ({ personName, lastUsedAt }) => {
    if (personName !== undefined) return t`Now, ${personName}`
    if (lastUsedAt === undefined) return t`Not used yet`
    const [day, time] = [shortDate(lastUsedAt), timeOfDay(lastUsedAt)]
    return calendarDate(lastUsedAt) === calendarDate(serverNow()) ? t`Today, ${time}` : t`${day}, ${time}`
  }
}

/** What a name is refused for, which is said at the field. */
export function useNameProblem(): (name: string, error: CallError | null) => string | undefined {
  const { t } = useLingui()
  return (name, error) => {
    if (name.trim() === '') return t`Enter a name`
    return error?.code === 'TILL_ALREADY_EXISTS' ? t`This shop has a till of that name` : undefined
  }
}
