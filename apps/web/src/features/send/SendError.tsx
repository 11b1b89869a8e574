import { Trans } from '@lingui/react/macro'
import type { createAssetTransfer } from '@nikau/contract/asset-transfers'
import type { Asset } from '@nikau/contract/assets'
import { balanceRefusal } from '@nikau/contract/funds-transfers'
import type { createHeldSend, requestOpinion } from '@nikau/contract/held-sends'
import type { checkRecipient } from '@nikau/contract/payees'
import { quotaRefusal } from '@nikau/contract/quotas'
import { type Cents, format, zero } from '@nikau/money'
import { Button } from '@nikau/ui'
import { createElement, type ReactNode } from 'react'
import * as z from 'zod/mini'
import type { CallError } from '../../lib/call-error.ts'
import { useScreenPath } from '../../lib/current-screen.ts'
import { DismissAction, ErrorDialog, LinkAction, MaybeDoneError, UnexplainedError } from '../../lib/ErrorDialog.tsx'
import { useUntil } from '../../lib/localized-text.ts'
import { OwnLimitText } from '../../lib/OwnLimitText.tsx'
import { paths } from '../../lib/paths.ts'
import { type QuotaOverview, quotaOverviewOfRefusal } from '../../lib/quota-overview.ts'
import { entryOf, type RefusalTable } from '../../lib/refusal-table.ts'

interface SendErrorProps {
  error: CallError
  asset: Asset
  /** Undefined for a token. */
  amount: Cents | undefined
  /** How often in a row it stayed unknown whether it was sent. */
  unknowns: number
  onRetry: () => void
  onClose: () => void
}

/** Why nothing was sent, that the money is safe, and what to do. Closing it returns to the step with everything unchanged. */
export function SendError(props: SendErrorProps) {
  const refused = entryOf(refusals, props.error.code)
  if (refused) return createElement(refused, props)
  return (
    <UnexplainedError
      {...props}
      assurance={<Kept {...props} />}
      refused={<Trans>Your send wasn’t made.</Trans>}
      unknown={<Trans>We don’t know yet whether it was sent.</Trans>}
    />
  )
}

interface NotSentErrorProps extends Omit<SendErrorProps, 'unknowns'> {
  /** What was not done. */
  children: ReactNode
}

/** Why a step before the send failed. None of them moves anything, so that is certain whatever happened. */
export function NotSentError({ children, ...props }: NotSentErrorProps) {
  const { error, onClose, onRetry } = props
  const refused = entryOf(refusals, error.code)
  if (refused) return createElement(refused, { ...props, unknowns: 0 })
  return (
    <ErrorDialog
      onClose={onClose}
      title={<Trans>Something Went Wrong</Trans>}
      assurance={<Kept {...props} />}
      action={error.isRefusal ? <DismissAction onClose={onClose} /> : <RetryAction onRetry={onRetry} />}
    >
      {children} {error.status === 0 && <Trans>Check your connection.</Trans>}
    </ErrorDialog>
  )
}

type Table = RefusalTable<typeof createAssetTransfer, (props: SendErrorProps) => ReactNode> &
  RefusalTable<typeof createHeldSend, (props: SendErrorProps) => ReactNode> &
  RefusalTable<typeof checkRecipient, (props: SendErrorProps) => ReactNode> &
  RefusalTable<typeof requestOpinion, (props: SendErrorProps) => ReactNode>

const refusals: Table = {
  INSUFFICIENT_WALLET_BALANCE: NotEnough,
  QUOTA_EXCEEDED: OverQuota,
  OWN_LIMIT_EXCEEDED: OverOwnLimit,
  ACCOUNT_FROZEN: Frozen,
  PAUSED: Paused,
  RECIPIENT_UNAVAILABLE: Unavailable,
  RECIPIENT_IS_SENDER: ToOneself,
  FIRST_SEND_LIMIT_REACHED: TooManyNewPeople,
  HELD_SEND_LIMIT_REACHED: TooManyWaiting,
  INACTIVE_ASSET: Inactive,
  INVALID_ASSET_TYPE: Inactive,
  FORBIDDEN: NotTheirs,
  // Both lead to their own step; this is what is said if that step is not there.
  PURPOSE_REQUIRED: AskedFirst,
  COOLING_OFF: AskedFirst,
  IDEMPOTENT_OPERATION_FAILED: MaybeSent,
}

function Kept({ asset }: Pick<SendErrorProps, 'asset'>) {
  return asset.category === 'money' ? <Trans>Your money is still in your wallet.</Trans> : <Trans>Nothing was sent. You still have it.</Trans>
}

/** A token that cannot be sent may not be there any more. */
function NotSent({ asset }: Pick<SendErrorProps, 'asset'>) {
  return asset.category === 'money' ? <Kept asset={asset} /> : <Trans>Nothing was sent.</Trans>
}

function RetryAction({ onRetry }: Pick<SendErrorProps, 'onRetry'>) {
  return (
    <Button full onPress={onRetry}>
      <Trans>Try again</Trans>
    </Button>
  )
}

function ChangeAmount({ onClose }: Pick<SendErrorProps, 'onClose'>) {
  return <LinkAction href={paths.sendStep('amount')} text={<Trans>Enter a smaller amount</Trans>} onClose={onClose} />
}

function ChangeRecipient({ onClose }: Pick<SendErrorProps, 'onClose'>) {
  return <LinkAction href={paths.send} text={<Trans>Change who it’s for</Trans>} onClose={onClose} />
}

function NotEnough(props: SendErrorProps) {
  const { error, asset, onClose } = props
  const refusal = z.safeDecode(balanceRefusal, error.body as z.input<typeof balanceRefusal>)
  const left = format(refusal.data?.available ?? asset.availableBalance ?? asset.balance ?? zero)
  return (
    <ErrorDialog onClose={onClose} assurance={<Kept {...props} />} title={<Trans>Insufficient Funds</Trans>} action={<ChangeAmount onClose={onClose} />}>
      <Trans>You have {left} available.</Trans>
    </ErrorDialog>
  )
}

function OverQuota(props: SendErrorProps) {
  const { error, amount, onClose } = props
  const refusal = z.safeDecode(quotaRefusal, error.body as z.input<typeof quotaRefusal>)
  const overview = refusal.data && quotaOverviewOfRefusal(refusal.data.quotas, amount ?? zero)
  const left = overview?.minimumRemainingUsage === undefined ? undefined : format(overview.minimumRemainingUsage)
  return (
    <ErrorDialog onClose={onClose} assurance={<Kept {...props} />} title={<QuotaTitle period={overview?.period} />} action={<ChangeAmount onClose={onClose} />}>
      {left === undefined ? <Trans>That’s over your limit.</Trans> : <Trans>You can send {left} more.</Trans>}
    </ErrorDialog>
  )
}

function OverOwnLimit(props: SendErrorProps) {
  const { error, onClose } = props
  const ownLimits = useScreenPath('own-limits')
  return (
    <ErrorDialog
      onClose={onClose}
      assurance={<Kept {...props} />}
      title={<Trans>Over your own limit</Trans>}
      action={<ChangeAmount onClose={onClose} />}
      other={ownLimits === undefined ? undefined : <LinkAction href={ownLimits} text={<Trans>See your limits</Trans>} quiet onClose={onClose} />}
    >
      <OwnLimitText error={error} />
    </ErrorDialog>
  )
}

function Frozen(props: SendErrorProps) {
  const { onClose } = props
  const freeze = useScreenPath('freeze')
  return (
    <ErrorDialog
      onClose={onClose}
      assurance={<Kept {...props} />}
      title={<Trans>Your wallet is frozen</Trans>}
      action={freeze === undefined ? <DismissAction onClose={onClose} /> : <LinkAction href={freeze} text={<Trans>See the freeze</Trans>} onClose={onClose} />}
    >
      <Trans>Nothing can leave your wallet until it is unfrozen.</Trans>
    </ErrorDialog>
  )
}

function Paused(props: SendErrorProps) {
  const { onClose } = props
  return (
    <ErrorDialog
      onClose={onClose}
      assurance={<Kept {...props} />}
      title={<Trans>Sends to new people are paused</Trans>}
      action={<ChangeRecipient onClose={onClose} />}
    >
      <Trans>We’ve paused sends to new people for everyone. You can send to people you’ve sent to before, or try again later.</Trans>
    </ErrorDialog>
  )
}

function Unavailable(props: SendErrorProps) {
  const { onClose } = props
  return (
    <ErrorDialog
      onClose={onClose}
      assurance={<Kept {...props} />}
      title={<Trans>They can’t receive this</Trans>}
      action={<ChangeRecipient onClose={onClose} />}
    >
      <Trans>This recipient doesn’t receive anything from you on Nikau.</Trans>
    </ErrorDialog>
  )
}

function ToOneself(props: SendErrorProps) {
  const { onClose } = props
  return (
    <ErrorDialog onClose={onClose} assurance={<Kept {...props} />} title={<Trans>That’s you</Trans>} action={<ChangeRecipient onClose={onClose} />}>
      <Trans>You can’t send to your own number or email.</Trans>
    </ErrorDialog>
  )
}

function TooManyNewPeople(props: SendErrorProps) {
  const { error, onClose } = props
  const until = useUntil(error)
  return (
    <ErrorDialog
      onClose={onClose}
      assurance={<Kept {...props} />}
      title={<Trans>Too many new people today</Trans>}
      action={<ChangeRecipient onClose={onClose} />}
    >
      {until === undefined ? (
        <Trans>To protect you from scams, you can send to only so many new people a day. Send to someone you’ve sent to before, or try again tomorrow.</Trans>
      ) : (
        <Trans>To protect you from scams, you can send to only so many new people a day. Send to someone you’ve sent to before, or wait until {until}.</Trans>
      )}
    </ErrorDialog>
  )
}

function TooManyWaiting(props: SendErrorProps) {
  const { onClose } = props
  return (
    <ErrorDialog
      onClose={onClose}
      assurance={<Kept {...props} />}
      title={<Trans>Too many sends are waiting</Trans>}
      action={<LinkAction href={paths.send} text={<Trans>See them</Trans>} onClose={onClose} />}
    >
      <Trans>Decide on one of them before you let another one wait.</Trans>
    </ErrorDialog>
  )
}

function Inactive(props: SendErrorProps) {
  const { onClose } = props
  return (
    <ErrorDialog
      onClose={onClose}
      assurance={<NotSent {...props} />}
      title={<Trans>This can’t be sent any more</Trans>}
      action={<LinkAction href={paths.sendAssetsSelect} text={<Trans>Choose something else</Trans>} onClose={onClose} />}
    >
      <Trans>It was used, has expired or is switched off.</Trans>
    </ErrorDialog>
  )
}

function NotTheirs(props: SendErrorProps) {
  const { onClose } = props
  return (
    <ErrorDialog
      onClose={onClose}
      assurance={<NotSent {...props} />}
      title={props.asset.category === 'money' ? <Trans>You can’t send from this wallet</Trans> : <Trans>This isn’t in your wallet any more</Trans>}
      action={<LinkAction href={paths.sendAssetsSelect} text={<Trans>Choose something else</Trans>} onClose={onClose} />}
    >
      {props.asset.category === 'money' ? (
        <Trans>Your send wasn’t made. Choose something else, or sign in again.</Trans>
      ) : (
        <Trans>Your send wasn’t made. It may have been used on another device.</Trans>
      )}
    </ErrorDialog>
  )
}

function AskedFirst(props: SendErrorProps) {
  const { onClose } = props
  return (
    <ErrorDialog
      onClose={onClose}
      assurance={<Kept {...props} />}
      title={<Trans>One more question first</Trans>}
      action={<LinkAction href={paths.sendStep('purpose')} text={<Trans>Continue</Trans>} onClose={onClose} />}
    >
      <Trans>To protect you from scams, we ask what this send is for.</Trans>
    </ErrorDialog>
  )
}

function MaybeSent({ onClose }: SendErrorProps) {
  return (
    <MaybeDoneError onClose={onClose}>
      <Trans>This send may already have been made. Look at your activity before you send it again.</Trans>
    </MaybeDoneError>
  )
}

/** The titles are fixed by the requirements. Names the yearly limit if both are exceeded. */
function QuotaTitle({ period }: { period: QuotaOverview['period'] }) {
  if (period === 'yearly') return <Trans>Yearly Quota Exceeded</Trans>
  return period === 'monthly' ? <Trans>Monthly Quota Exceeded</Trans> : <Trans>Send Quota Exceeded</Trans>
}
