import { useLingui } from '@lingui/react/macro'
import type { PaymentStatus } from '@nikau/contract/payment-status'
import { BanIcon, type ChipTone, ContrastIcon, Icon, StatusChip, UndoIcon } from '@nikau/ui'
import type { ReactNode } from 'react'

const looks: Readonly<Record<PaymentStatus, { tone: ChipTone; icon: ReactNode }>> = {
  waiting: { tone: 'neutral', icon: <Icon name="clock" size="xs" /> },
  paid: { tone: 'positive', icon: <Icon name="check" size="xs" /> },
  'bank-finishing': { tone: 'info', icon: <Icon name="clock" size="xs" /> },
  'part-paid': { tone: 'warning', icon: <ContrastIcon size="xs" /> },
  'part-refunded': { tone: 'accent', icon: <UndoIcon size="xs" /> },
  refunded: { tone: 'accent', icon: <UndoIcon size="xs" /> },
  declined: { tone: 'negative', icon: <Icon name="problem" size="xs" /> },
  expired: { tone: 'neutral', icon: <Icon name="clock" size="xs" /> },
  cancelled: { tone: 'neutral', icon: <BanIcon size="xs" /> },
}

/** The status of a payment: an icon and a word. */
export function PaymentStatusChip({ status }: { status: PaymentStatus }) {
  const { t } = useLingui()
  const names: Readonly<Record<PaymentStatus, string>> = {
    waiting: t`Waiting`,
    paid: t`Paid`,
    'bank-finishing': t`Bank is finishing`,
    'part-paid': t`Part paid`,
    'part-refunded': t`Part refunded`,
    refunded: t`Refunded`,
    declined: t`Declined`,
    expired: t`Expired`,
    cancelled: t`Cancelled`,
  }
  const { tone, icon } = looks[status]
  return (
    <StatusChip tone={tone} icon={icon}>
      {names[status]}
    </StatusChip>
  )
}

/** Nothing was taken, and nothing will be. */
export const isUnpaid = (status: PaymentStatus) => status === 'declined' || status === 'expired' || status === 'cancelled'
