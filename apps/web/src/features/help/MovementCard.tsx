import { Trans, useLingui } from '@lingui/react/macro'
import type { AssetTransfer } from '@nikau/contract/asset-transfers'
import type { FundsTransfer } from '@nikau/contract/funds-transfers'
import type { HeldSend } from '@nikau/contract/held-sends'
import { calendarDate, shortDate } from '@nikau/nz/nz-time'
import { type Cents, format } from '@nikau/money'
import { Amount, Avatar, Card, HourglassIcon, Icon, LinkButton, StatusChip, TextLink } from '@nikau/ui'
import type { ReactNode } from 'react'
import { isWaiting } from '../../lib/asset-transfer-state.ts'
import { NotClaimed, TransferChip } from '../../lib/AssetTransferState.tsx'
import { deployed } from '../../lib/config.ts'
import { isPendingTransfer, useBankAccounts } from '../../lib/funds.ts'
import { useDayLabel, useSpokenAmount, useTimeLabel } from '../../lib/localized-text.ts'
import { paths } from '../../lib/paths.ts'
import { formatAlias } from '../../lib/recipient.ts'
import { serverNow } from '../../lib/server-clock.ts'
import type { WalletActivity } from '../../lib/wallet-activities.ts'
import { activityHref } from '../activity/index.ts'
import { isLate, isReversed, TransferSentence } from '../transfers/index.ts'
import { contactHref } from './contact.ts'
import type { Movement } from './useUnsettledMoney.ts'

/** One movement of money: where it is, what happens next, and by when. */
export function MovementCard({ movement }: { movement: Movement }) {
  switch (movement.kind) {
    case 'bank':
      return <BankTransfer transfer={movement.transfer} />
    case 'held-send':
      return <WaitingSend held={movement.held} />
    case 'send':
      return <Sent transfer={movement.transfer} />
    case 'refund':
      return <Refund activity={movement.activity} />
  }
}

interface FrameProps {
  icon: ReactNode
  title: ReactNode
  at: Date
  amount: Cents
  chip: ReactNode
  children: ReactNode
  /** Its own page, with all steps. */
  href: string
  /** The id that support looks it up by. */
  reference: string
  /** What it is, for the subject of an email and the names of the links. */
  subject: string
}

function Frame({ icon, title, at, amount, chip, children, href, reference, subject }: FrameProps) {
  const { t } = useLingui()
  const spoken = useSpokenAmount()
  const day = useDayLabel()(calendarDate(at))
  const what = `${subject} ${format(amount)}`
  return (
    <li>
      <Card>
        <div className="flex items-start gap-3">
          <Avatar tone="plain">{icon}</Avatar>
          <div className="min-w-0 grow">
            <h3 className="font-semibold break-words">{title}</h3>
            <p className="text-label font-normal text-ink-2">{day}</p>
          </div>
          <div className="grid justify-items-end gap-1">
            <Amount text={format(amount)} spoken={spoken(amount)} />
            {chip}
          </div>
        </div>
        <p className="pt-3">{children}</p>
        <div className="flex flex-wrap gap-2 pt-3">
          <LinkButton variant="tonal" size="s" href={href} aria-label={t`See details: ${what}`}>
            <Trans>See details</Trans>
          </LinkButton>
          <LinkButton variant="quiet" size="s" href={contactHref(`${subject} ${reference}`)} aria-label={t`Report a problem: ${what}`}>
            <Trans>Report a problem</Trans>
          </LinkButton>
        </div>
      </Card>
    </li>
  )
}

function BankTransfer({ transfer }: { transfer: FundsTransfer }) {
  const { t } = useLingui()
  const account = useBankAccounts().data?.find(({ id }) => id === transfer.bankAccountId || id === transfer.bankAuthorityId)
  const bank = account?.bank.name ?? t`your bank`
  const isTopUp = transfer.type === 'topup'
  return (
    <Frame
      icon={<Icon name={isTopUp ? 'top-up' : 'bank'} />}
      title={isTopUp ? <Trans>Top-up from {bank}</Trans> : <Trans>Withdrawal to {bank}</Trans>}
      at={transfer.createdAt}
      amount={transfer.amount}
      chip={<BankChip transfer={transfer} />}
      href={paths.transfer(transfer.id)}
      reference={transfer.id}
      subject={isTopUp ? t`Top-up` : t`Withdrawal`}
    >
      <NextStep transfer={transfer} />
      <TransferSentence transfer={transfer} />
      {transfer.held && (
        <>
          {' '}
          <TextLink href={paths.bankAccounts}>
            <Trans>Enter the 4-digit code</Trans>
          </TextLink>
        </>
      )}
    </Frame>
  )
}

/** What happens before it arrives. */
function NextStep({ transfer }: { transfer: FundsTransfer }) {
  const { status, type, abortable, timeline } = transfer
  if (status !== 'created' && status !== 'requested') return undefined
  if (isLate(transfer)) return undefined
  const by = timeline.find(({ key }) => key === 'sent')?.by
  const day = by !== undefined && by >= calendarDate(serverNow()) ? shortDate(by) : undefined
  if (status === 'requested')
    return (
      <>
        <Trans>Your bank has it.</Trans>{' '}
      </>
    )
  return (
    <>
      {day === undefined ? <Trans>We’re about to send it to your bank.</Trans> : <Trans>We send it to your bank on {day}.</Trans>}{' '}
      {type === 'topup' && abortable && (
        <>
          <Trans>Until then you can cancel it.</Trans>{' '}
        </>
      )}
    </>
  )
}

function BankChip({ transfer }: { transfer: FundsTransfer }) {
  if (transfer.held)
    return (
      <StatusChip tone="warning" icon={<Icon name="lock" size="xs" />}>
        <Trans>Held</Trans>
      </StatusChip>
    )
  if (isReversed(transfer))
    return (
      <StatusChip tone="negative">
        <Trans>Reversed</Trans>
      </StatusChip>
    )
  if (transfer.failure === 'aborted')
    return (
      <StatusChip tone="neutral" icon={<Icon name="close" size="xs" />}>
        <Trans>Cancelled</Trans>
      </StatusChip>
    )
  return isPendingTransfer(transfer) ? (
    <StatusChip tone="warning">{isLate(transfer) ? <Trans>Late</Trans> : <Trans>On its way</Trans>}</StatusChip>
  ) : (
    <StatusChip tone="negative">
      <Trans>Failed</Trans>
    </StatusChip>
  )
}

function WaitingSend({ held }: { held: HeldSend }) {
  const { t } = useLingui()
  const [who, time, end] = [held.recipientName ?? formatAlias(held.recipientAlias), useTimeLabel()(held.decideAt), useTimeLabel()(held.forgottenAt)]
  return (
    <Frame
      icon={<HourglassIcon />}
      title={<Trans>Send to {who}</Trans>}
      at={held.createdAt}
      amount={held.value}
      chip={
        held.status === 'due' ? (
          <StatusChip tone="warning">
            <Trans>Decide now</Trans>
          </StatusChip>
        ) : (
          <StatusChip tone="warning">
            <Trans>Waiting</Trans>
          </StatusChip>
        )
      }
      href={paths.heldSend(held.id)}
      reference={held.id}
      subject={t`Send`}
    >
      <b>
        <Trans>Nothing has left your wallet.</Trans>
      </b>{' '}
      {held.status === 'due' ? (
        <Trans>It waits for your decision, and is forgotten {end}.</Trans>
      ) : (
        <Trans>We ask you again {time}. It never sends itself.</Trans>
      )}
    </Frame>
  )
}

function Sent({ transfer }: { transfer: AssetTransfer }) {
  const { t } = useLingui()
  const who = transfer.recipientName ?? formatAlias(transfer.recipient)
  const day = shortDate(transfer.expiresAt)
  return (
    <Frame
      icon={<Icon name="send" />}
      title={<Trans>Send to {who}</Trans>}
      at={transfer.createdAt}
      amount={transfer.value!}
      chip={<TransferChip transfer={transfer} />}
      href={deployed.people.claim ? paths.assetTransfer(transfer.id) : paths.activity}
      reference={transfer.reference}
      subject={t`Transfer`}
    >
      {isWaiting(transfer.status) ? (
        <Trans>
          They haven’t claimed it yet. If they don’t, it’s back in your wallet on <b>{day}</b>. Until then you can recall it.
        </Trans>
      ) : (
        <NotClaimed transfer={transfer} />
      )}
    </Frame>
  )
}

function Refund({ activity }: { activity: WalletActivity }) {
  const { t } = useLingui()
  const shop = activity.partyName
  return (
    <Frame
      icon={<Icon name="bag" />}
      title={shop === undefined ? <Trans>Refund</Trans> : <Trans>Refund from {shop}</Trans>}
      at={activity.createdAt}
      amount={activity.value}
      chip={
        <StatusChip tone="positive">
          <Trans>Done</Trans>
        </StatusChip>
      }
      href={activityHref(activity)}
      reference={activity.paymentRequestId ?? activity.key}
      subject={t`Refund`}
    >
      <Trans>It’s back in your wallet.</Trans>
    </Frame>
  )
}
