import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Dialog, Icon, InfoIcon, TextLink } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useAccountId } from '../../lib/account.ts'
import type { CallError } from '../../lib/call-error.ts'
import { deployed } from '../../lib/config.ts'
import { useUntil } from '../../lib/localized-text.ts'
import { paths } from '../../lib/paths.ts'
import { reporting } from '../../lib/reporting.ts'

/** At most one modal is open over the form. */
export type LinkModalState = { kind: 'info' } | { kind: 'refused'; error: CallError } | { kind: 'help'; isSent: boolean } | { kind: 'linked'; id: string }

interface LinkModalProps {
  state: LinkModalState
  onChange: (next: LinkModalState | undefined) => void
  onRetry: () => void
  failures: number
}

export function LinkModal({ state, onChange, onRetry, failures }: LinkModalProps) {
  const account = useAccountId()
  const close = () => onChange(undefined)
  if (state.kind === 'info') return <AccountNumberHelp onClose={close} />
  if (state.kind === 'linked') return <TopUpPrompt id={state.id} />
  if (state.kind === 'help') return state.isSent ? <SupportNotified onClose={close} /> : <SupportByEmail onClose={close} />
  const help = async (code: string) => {
    const isSent = await reporting.support('linkBankAccount', { accountId: account.data ?? '', code })
    onChange({ kind: 'help', isSent })
  }
  return <LinkRefusal error={state.error} failures={failures} onClose={close} onRetry={() => (close(), onRetry())} onHelp={help} />
}

function AccountNumberHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} icon={<InfoIcon />} title={<Trans>Where to find your account number</Trans>} actions={<Dismiss onPress={onClose} />}>
      <p>
        <Trans>
          You’ll find it on your bank statement, next to the account in your bank’s app, and on some cards: two digits for the bank, four for the branch, seven
          for the account, and two or three for the suffix.
        </Trans>
      </p>
      <p className="pt-3">
        <Trans>Enter the name exactly as your bank shows it, initials included, or the bank may reject it.</Trans>
      </p>
    </Dialog>
  )
}

/** The account is linked; topping up from it produces the verification code. */
function TopUpPrompt({ id }: { id: string }) {
  const navigate = useNavigate()
  const later = () => void navigate(paths.home)
  return (
    <Dialog
      isOpen
      onClose={later}
      tone="positive"
      icon={<Icon name="check" />}
      title={<Trans>Top up to Verify</Trans>}
      actions={
        <>
          <Button full onPress={() => void navigate(paths.bankTopup(id))}>
            <Trans>Top Up</Trans>
          </Button>
          <Button variant="quiet" full onPress={later}>
            <Trans>Do it Later</Trans>
          </Button>
        </>
      }
    >
      <Trans>Your bank account is linked. Top up from it to confirm it’s yours: you’ll find the code to enter next to the top-up on your bank statement.</Trans>
    </Dialog>
  )
}

function SupportNotified({ onClose }: { onClose: () => void }) {
  const { supportEmail } = deployed
  return (
    <Dialog
      isOpen
      onClose={onClose}
      tone="positive"
      icon={<Icon name="check" />}
      title={<Trans>Sent to Support Team</Trans>}
      actions={<Dismiss onPress={onClose} />}
    >
      <Trans>
        They can see what happened, but not your account number. If it’s urgent, email <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>.
      </Trans>
    </Dialog>
  )
}

/** Without monitoring, or when it could not be reached, nobody has been told. */
function SupportByEmail({ onClose }: { onClose: () => void }) {
  const { supportEmail } = deployed
  return (
    <Dialog isOpen onClose={onClose} icon={<InfoIcon />} title={<Trans>Email our support team</Trans>} actions={<Dismiss onPress={onClose} />}>
      <Trans>
        We couldn’t send this for you. Email <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink> and say that you want to link another bank
        account. Leave out the account number.
      </Trans>
    </Dialog>
  )
}

const tooManyAccounts = ['BANK_AUTHORITY_LIMIT_EXCEEDED', 'BANK_ACCOUNT_LIMIT_EXCEEDED', 'DIRECT_DEBIT_LIMIT_EXCEEDED']
const tooManyHolders = ['BANK_AUTHORITIES_FOR_BANK_ACCOUNT_EXCEEDED', 'BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED']

interface LinkRefusalProps {
  error: CallError
  /** How often in a row the call failed without a cause that we know. */
  failures: number
  onClose: () => void
  onRetry: () => void
  /** Asks support for help; the confirmation takes this dialog's place. */
  onHelp: (code: string) => Promise<void>
}

/** Why the account was not linked or authorised. Neither moves money. */
export function LinkRefusal({ error, failures, onClose, onRetry, onHelp }: LinkRefusalProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const until = useUntil(error)
  const [asking, setAsking] = useState(false)
  const { code } = error
  const help = () => {
    setAsking(true)
    void onHelp(code)
  }
  if (tooManyAccounts.includes(code))
    return (
      <ErrorDialog
        onClose={onClose}
        title={<Trans>Bank Account Limit</Trans>}
        actions={
          <>
            <Button full onPress={help} busy={asking} busyLabel={t`Sending`}>
              <Trans>Get Help</Trans>
            </Button>
            <Dismiss onPress={onClose} />
          </>
        }
      >
        <Trans>You can not have more than four bank accounts used for topping up your account</Trans>
      </ErrorDialog>
    )
  if (code === 'BANK_ACCOUNT_LINK_LIMIT_EXCEEDED')
    return (
      <ErrorDialog onClose={onClose} title={<Trans>Too many bank accounts for now</Trans>} actions={<Dismiss onPress={onClose} />}>
        {until === undefined ? (
          <Trans>You’ve linked a lot of bank accounts recently. Please try again later.</Trans>
        ) : (
          <Trans>You’ve linked a lot of bank accounts recently. You can link another one from {until}.</Trans>
        )}
      </ErrorDialog>
    )
  if (tooManyHolders.includes(code))
    return (
      <ErrorDialog onClose={onClose} title={<Trans>Account Limit Reached</Trans>} actions={<Dismiss onPress={onClose} />}>
        <Trans>This bank account is already linked to the maximum number of accounts</Trans>
      </ErrorDialog>
    )
  if (code === 'DUPLICATE_BANK_ACCOUNT')
    return (
      <ErrorDialog onClose={onClose} title={<Trans>Duplicate Bank Account</Trans>} actions={<Dismiss onPress={onClose} />}>
        <Trans>You cannot link a bank account more than once</Trans>
      </ErrorDialog>
    )
  if (code === 'INVALID_BANK_ACCOUNT_NUMBER')
    return (
      <ErrorDialog onClose={onClose} title={<Trans>Account number is invalid</Trans>} actions={<Dismiss onPress={onClose} />}>
        <Trans>The bank has no account with this number. Check it against your bank statement.</Trans>
      </ErrorDialog>
    )
  if (code === 'PROFILE_INCOMPLETE')
    return (
      <ErrorDialog
        onClose={onClose}
        title={<Trans>We need your details first</Trans>}
        actions={
          <Button full onPress={() => void navigate(paths.profileBasics)}>
            <Trans>Add your details</Trans>
          </Button>
        }
      >
        <Trans>Your bank needs your name and email before it allows a direct debit.</Trans>
      </ErrorDialog>
    )
  if (code === 'DIRECT_DEBIT_ALREADY_AUTHORIZED')
    return (
      <ErrorDialog onClose={onClose} title={<Trans>Direct debit is authorised already</Trans>} actions={<BankAccountsAction />}>
        <Trans>You can top up from this account.</Trans>
      </ErrorDialog>
    )
  if (code === 'FORBIDDEN')
    return (
      <ErrorDialog onClose={onClose} title={<Trans>This can’t be done for this account</Trans>} actions={<BankAccountsAction />}>
        <Trans>The bank account or wallet belongs to someone else, or isn’t linked any more.</Trans>
      </ErrorDialog>
    )
  return (
    <ErrorDialog
      onClose={onClose}
      title={<Trans>Something Went Wrong</Trans>}
      actions={
        <>
          {failures < 2 ? (
            <Button full onPress={onRetry}>
              <Trans>Retry</Trans>
            </Button>
          ) : (
            <Button full onPress={help} busy={asking} busyLabel={t`Sending`}>
              <Trans>Get Help</Trans>
            </Button>
          )}
          <Button variant="quiet" full onPress={() => void navigate(paths.home)}>
            <Trans>Go Back Home</Trans>
          </Button>
        </>
      }
    >
      <CallProblem error={error} />
    </ErrorDialog>
  )
}

function BankAccountsAction() {
  const navigate = useNavigate()
  return (
    <Button full onPress={() => void navigate(paths.bankAccounts)}>
      <Trans>See your bank accounts</Trans>
    </Button>
  )
}

function ErrorDialog({ onClose, title, actions, children }: { onClose: () => void; title: ReactNode; actions: ReactNode; children: ReactNode }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      role="alertdialog"
      tone="negative"
      icon={<Icon name="problem" />}
      title={title}
      assurance={<Trans>No money was moved.</Trans>}
      actions={actions}
    >
      {children}
    </Dialog>
  )
}

function Dismiss({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="quiet" full onPress={onPress}>
      <Trans>Dismiss</Trans>
    </Button>
  )
}
