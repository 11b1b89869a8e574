import { Trans, useLingui } from '@lingui/react/macro'
import type { CarriedReason, Payout, PayoutSchedule } from '@nikau/contract/payouts'
import { type Cents, cents, format } from '@nikau/money'
import { type CalendarDate, shortDate } from '@nikau/nz/nz-time'
import { type ChipTone, Icon, StatusChip, UndoIcon } from '@nikau/ui'
import type { ReactNode } from 'react'

export const minus = (amount: Cents): string => format(cents(-amount))

/** "Thu 12 Nov", "Fri 13 – Sun 15 Nov". */
export function daysLabel(first: CalendarDate, last: CalendarDate): string {
  if (first === last) return shortDate(first)
  const start = first.slice(0, 7) === last.slice(0, 7) ? shortDate(first).split(' ').slice(0, 2).join(' ') : shortDate(first)
  return `${start} – ${shortDate(last)}`
}

const tones: Readonly<Record<Payout['status'], ChipTone>> = { building: 'info', sent: 'info', paid: 'positive', 'sent-back': 'negative', carried: 'neutral' }

export function PayoutStatusChip({ status }: { status: Payout['status'] }) {
  const { t } = useLingui()
  const words: Record<Payout['status'], string> = {
    building: t`Building`,
    sent: t`Sent`,
    paid: t`Paid`,
    'sent-back': t`Sent back`,
    carried: t`Carried on`,
  }
  const icon = status === 'carried' ? <Icon name="right" size="xs" /> : status === 'building' ? <Icon name="clock" size="xs" /> : undefined
  return (
    <StatusChip tone={tones[status]} icon={status === 'sent-back' ? <UndoIcon size="xs" /> : icon}>
      {words[status]}
    </StatusChip>
  )
}

/** Why nothing of a payout was sent. */
export function CarriedReasonText({ reason }: { reason: CarriedReason }) {
  const { t } = useLingui()
  const words: Record<CarriedReason, string> = {
    'below-minimum': t`less than the smallest payout`,
    'on-hold': t`payouts are on hold`,
    'no-account': t`no payout account`,
    'account-to-confirm': t`the payout account needs to be confirmed`,
    'below-zero': t`refunds were more than payments`,
  }
  return words[reason]
}

/** The bank's reason in words. */
export function ReturnReasonText({ reason }: { reason: Payout['returnReason'] }): ReactNode {
  if (reason === 'account-closed') return <Trans>the account is closed</Trans>
  if (reason === 'account-transferred') return <Trans>the account has moved to another bank</Trans>
  if (reason === 'payer-deceased') return <Trans>the account’s owner has died</Trans>
  if (reason === 'bank-unavailable') return <Trans>the bank could not be reached</Trans>
  return <Trans>the bank gave no reason</Trans>
}

export function useWeekdays(): readonly string[] {
  const { t } = useLingui()
  return [t`Monday`, t`Tuesday`, t`Wednesday`, t`Thursday`, t`Friday`]
}

export function useScheduleText(): (schedule: PayoutSchedule) => string {
  const { t } = useLingui()
  const weekdays = useWeekdays()
  return (schedule) => {
    if (schedule.kind === 'daily') return t`Each business day, the payments of the days before`
    if (schedule.kind === 'monthly') return t`On the first business day of each month`
    const weekday = weekdays[schedule.weekday - 1]
    return t`Each ${weekday}, or on the next business day`
  }
}
