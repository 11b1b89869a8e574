import { Trans } from '@lingui/react/macro'
import { balanceRefusal, type createWithdrawal, minimumRefusal, newPayeeRefusal } from '@nikau/contract/funds-transfers'
import { quotaRefusal } from '@nikau/contract/quotas'
import { type Cents, format } from '@nikau/money'
import { createElement, type ReactNode } from 'react'
import * as z from 'zod/mini'
import type { CallError } from '../../lib/call-error.ts'
import { useScreenPath } from '../../lib/current-screen.ts'
import { CloseAction, DismissAction, ErrorDialog, HomeAction, LinkAction, MaybeDoneError, UnexplainedError } from '../../lib/ErrorDialog.tsx'
import { useUntil } from '../../lib/localized-text.ts'
import { paths } from '../../lib/paths.ts'
import { type QuotaOverview, quotaOverviewOfRefusal } from '../../lib/quota-overview.ts'
import { entryOf, type RefusalTable } from '../../lib/refusal-table.ts'

interface WithdrawErrorProps {
  error: CallError
  amount: Cents
  /** The balance known to the browser; the server's figure takes precedence. */
  available: Cents
  /** How often in a row it stayed unknown whether the withdrawal was made. */
  unknowns: number
  onRetry: () => void
  onClose: () => void
}

/** Why the withdrawal failed. Closing it returns to the form with the amount unchanged. */
export function WithdrawError(props: WithdrawErrorProps) {
  const refused = entryOf(refusals, props.error.code)
  if (refused) return createElement(refused, props)
  return (
    <UnexplainedError
      {...props}
      assurance={<InWallet />}
      refused={<Trans>Your withdrawal wasn’t made.</Trans>}
      unknown={<Trans>We don’t know yet whether your withdrawal was made.</Trans>}
    />
  )
}

/** Whether it is certain that the withdrawal was not made. */
export const isWithdrawalRefused = ({ code }: Pick<CallError, 'code'>): boolean =>
  entryOf(refusals, code) !== undefined && code !== 'IDEMPOTENT_OPERATION_FAILED'

const refusals: RefusalTable<typeof createWithdrawal, (props: WithdrawErrorProps) => ReactNode> = {
  BANK_AUTHORITY_WALLET_MISMATCH: Mismatch,
  INVALID_WALLET_TYPE: Mismatch,
  BANK_ACCOUNT_TYPE_NOT_CONFIGURED_FOR_WITHDRAWAL: NotForWithdrawals,
  FORBIDDEN: NoLongerLinked,
  INSUFFICIENT_WALLET_BALANCE: NotEnough,
  QUOTA_EXCEEDED: OverQuota,
  WITHDRAWAL_MINIMUM_UNVERIFIED: BelowMinimum,
  WITHDRAWAL_LIMIT_UNVERIFIED: TooOftenUnverified,
  NEW_PAYEE_LIMIT_EXCEEDED: NewPayee,
  ACCOUNT_FROZEN: Frozen,
  PAUSED: Paused,
  IDEMPOTENT_OPERATION_FAILED: MaybeMade,
}

const InWallet = () => <Trans>Your money is still in your wallet.</Trans>

function ChangeAmount({ onClose }: Pick<WithdrawErrorProps, 'onClose'>) {
  return <CloseAction text={<Trans>Enter a smaller amount</Trans>} onClose={onClose} />
}

function AnotherAccount({ onClose }: Pick<WithdrawErrorProps, 'onClose'>) {
  return <LinkAction href={paths.withdraw} text={<Trans>Choose another account</Trans>} onClose={onClose} />
}

function Verify({ onClose }: Pick<WithdrawErrorProps, 'onClose'>) {
  return <LinkAction href={paths.bankAccounts} text={<Trans>Verify it</Trans>} onClose={onClose} />
}

function Mismatch({ onClose }: WithdrawErrorProps) {
  return (
    <ErrorDialog onClose={onClose} assurance={<InWallet />} title={<Trans>Bank and Wallet Mismatch</Trans>} action={<AnotherAccount onClose={onClose} />}>
      <Trans>This bank account doesn’t match this wallet. Please choose another account.</Trans>
    </ErrorDialog>
  )
}

function NotForWithdrawals({ onClose }: WithdrawErrorProps) {
  return (
    <ErrorDialog
      onClose={onClose}
      assurance={<InWallet />}
      title={<Trans>This account can’t receive withdrawals</Trans>}
      action={<AnotherAccount onClose={onClose} />}
    >
      <Trans>Choose another bank account, or link one.</Trans>
    </ErrorDialog>
  )
}

function NoLongerLinked({ onClose }: WithdrawErrorProps) {
  return (
    <ErrorDialog
      onClose={onClose}
      assurance={<InWallet />}
      title={<Trans>This bank account isn’t linked any more</Trans>}
      action={<AnotherAccount onClose={onClose} />}
    >
      <Trans>Your withdrawal wasn’t made. The account may have been unlinked on another device.</Trans>
    </ErrorDialog>
  )
}

function NotEnough({ error, available, onClose }: WithdrawErrorProps) {
  const refusal = z.safeDecode(balanceRefusal, error.body as z.input<typeof balanceRefusal>)
  const left = format(refusal.data?.available ?? available)
  return (
    <ErrorDialog onClose={onClose} assurance={<InWallet />} title={<Trans>Insufficient Funds</Trans>} action={<ChangeAmount onClose={onClose} />}>
      <Trans>You have {left} available.</Trans>
    </ErrorDialog>
  )
}

function OverQuota({ error, amount, onClose }: WithdrawErrorProps) {
  const refusal = z.safeDecode(quotaRefusal, error.body as z.input<typeof quotaRefusal>)
  const overview = refusal.data && quotaOverviewOfRefusal(refusal.data.quotas, amount)
  const left = overview?.minimumRemainingUsage === undefined ? undefined : format(overview.minimumRemainingUsage)
  return (
    <ErrorDialog
      onClose={onClose}
      assurance={<InWallet />}
      title={<QuotaTitle period={overview?.period} />}
      action={<CloseAction text={<Trans>Change Amount</Trans>} onClose={onClose} />}
      other={<HomeAction text={<Trans>Go Back Home</Trans>} />}
    >
      {left === undefined ? <Trans>That’s over your limit.</Trans> : <Trans>You can withdraw {left} more.</Trans>}
    </ErrorDialog>
  )
}

function BelowMinimum({ error, onClose }: WithdrawErrorProps) {
  const refusal = z.safeDecode(minimumRefusal, error.body as z.input<typeof minimumRefusal>)
  const minimum = refusal.data && format(refusal.data.minimum)
  return (
    <ErrorDialog
      onClose={onClose}
      assurance={<InWallet />}
      title={<Trans>Verify this bank account</Trans>}
      action={<Verify onClose={onClose} />}
      other={<CloseAction quiet text={<Trans>Enter a larger amount</Trans>} onClose={onClose} />}
    >
      {minimum === undefined ? (
        <Trans>Smaller withdrawals need a verified bank account.</Trans>
      ) : (
        <Trans>Until you’ve verified it, you can withdraw {minimum} or more.</Trans>
      )}
    </ErrorDialog>
  )
}

function TooOftenUnverified({ error, onClose }: WithdrawErrorProps) {
  const until = useUntil(error)
  return (
    <ErrorDialog onClose={onClose} assurance={<InWallet />} title={<Trans>Verify this bank account</Trans>} action={<Verify onClose={onClose} />}>
      {until === undefined ? (
        <Trans>You’ve withdrawn to unverified bank accounts too often. Verify this one to withdraw now.</Trans>
      ) : (
        <Trans>You’ve withdrawn to unverified bank accounts too often. Verify this one to withdraw now, or wait until {until}.</Trans>
      )}
    </ErrorDialog>
  )
}

function NewPayee({ error, onClose }: WithdrawErrorProps) {
  const until = useUntil(error)
  const refusal = z.safeDecode(newPayeeRefusal, error.body as z.input<typeof newPayeeRefusal>)
  const left = refusal.data && format(refusal.data.available)
  return (
    <ErrorDialog onClose={onClose} assurance={<InWallet />} title={<Trans>This bank account is new</Trans>} action={<ChangeAmount onClose={onClose} />}>
      {left === undefined || until === undefined ? (
        <Trans>To protect you from theft, only a small amount can be withdrawn to a new bank account.</Trans>
      ) : (
        <Trans>
          To protect you from theft, you can withdraw {left} more to new bank accounts until {until}. After that there’s no such limit.
        </Trans>
      )}
    </ErrorDialog>
  )
}

function Frozen({ onClose }: WithdrawErrorProps) {
  const freeze = useScreenPath('freeze')
  return (
    <ErrorDialog
      onClose={onClose}
      assurance={<InWallet />}
      title={<Trans>Your wallet is frozen</Trans>}
      action={freeze === undefined ? <DismissAction onClose={onClose} /> : <LinkAction href={freeze} text={<Trans>See the freeze</Trans>} onClose={onClose} />}
    >
      <Trans>Nothing can leave your wallet until it is unfrozen.</Trans>
    </ErrorDialog>
  )
}

function Paused({ onClose }: WithdrawErrorProps) {
  return (
    <ErrorDialog onClose={onClose} assurance={<InWallet />} title={<Trans>Withdrawals are paused</Trans>} action={<DismissAction onClose={onClose} />}>
      <Trans>We’ve paused new withdrawals for everyone. Those you’ve already made aren’t affected. Try again later.</Trans>
    </ErrorDialog>
  )
}

function MaybeMade({ onClose }: WithdrawErrorProps) {
  return (
    <MaybeDoneError onClose={onClose}>
      <Trans>This withdrawal may already have been made. Look at your activity before you withdraw again.</Trans>
    </MaybeDoneError>
  )
}

/** The titles are fixed by the requirements. Names the yearly limit if both limits are exceeded. */
function QuotaTitle({ period }: { period: QuotaOverview['period'] }) {
  if (period === 'yearly') return <Trans>Yearly Withdrawal Quota Exceeded</Trans>
  return period === 'monthly' ? <Trans>Monthly Withdrawal Quota Exceeded</Trans> : <Trans>Withdrawal Quota Exceeded</Trans>
}
