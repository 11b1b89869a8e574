import { Trans } from '@lingui/react/macro'
import { Button, Dialog, Icon, InfoIcon, TextLink } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useAccountId } from '../../lib/account.ts'
import { deployed } from '../../lib/config.ts'
import { paths } from '../../lib/paths.ts'
import { reporting } from '../../lib/reporting.ts'

/** The one modal that lies over the form. */
export type LinkModalState = { kind: 'info' } | { kind: 'refused'; code: string } | { kind: 'logged' } | { kind: 'linked'; id: string }

interface LinkModalProps {
  state: LinkModalState
  onChange: (next: LinkModalState | undefined) => void
  onRetry: () => void
}

export function LinkModal({ state, onChange, onRetry }: LinkModalProps) {
  const close = () => onChange(undefined)
  if (state.kind === 'info') return <Info onClose={close} />
  if (state.kind === 'linked') return <TopUpPrompt id={state.id} />
  if (state.kind === 'logged') return <Logged onClose={close} />
  return <Refused code={state.code} onClose={close} onRetry={() => (close(), onRetry())} onHelp={() => onChange({ kind: 'logged' })} />
}

function Info({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} icon={<InfoIcon />} title={<Trans>Where to find your account number</Trans>} actions={<Dismiss onPress={onClose} />}>
      <p>
        <Trans>
          It stands on your bank statement, on the front of your bank’s app beside the account, and on some cards: two digits for the bank, four for the branch,
          seven for the account, and two or three at the end.
        </Trans>
      </p>
      <p className="pt-3">
        <Trans>Write the name just as your bank has it, initials included. A name that is not the same may be turned away.</Trans>
      </p>
    </Dialog>
  )
}

/** The account is linked; whoever tops up from it gets the code that shows it is theirs. */
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
      <Trans>Your bank account is linked. Top up from it to verify that you manage it: the code to enter comes with the money, on your bank statement.</Trans>
    </Dialog>
  )
}

function Logged({ onClose }: { onClose: () => void }) {
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
        They see what happened, and no account number. If it is urgent, write to <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>.
      </Trans>
    </Dialog>
  )
}

const tooManyAccounts = ['BANK_AUTHORITY_LIMIT_EXCEEDED', 'BANK_ACCOUNT_LIMIT_EXCEEDED', 'DIRECT_DEBIT_LIMIT_EXCEEDED']
const tooManyHolders = ['BANK_AUTHORITIES_FOR_BANK_ACCOUNT_EXCEEDED', 'BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED']

function Refused({ code, onClose, onRetry, onHelp }: { code: string; onClose: () => void; onRetry: () => void; onHelp: () => void }) {
  const navigate = useNavigate()
  const account = useAccountId()
  if (tooManyAccounts.includes(code)) {
    const help = () => {
      reporting.support('linkBankAccount', { accountId: account.data ?? '', code })
      onHelp()
    }
    return (
      <Problem
        onClose={onClose}
        title={<Trans>Bank Account Limit</Trans>}
        actions={
          <>
            <Button full onPress={help}>
              <Trans>Get Help</Trans>
            </Button>
            <Dismiss onPress={onClose} />
          </>
        }
      >
        <Trans>You can not have more than four bank accounts used for topping up your account</Trans>
      </Problem>
    )
  }
  if (tooManyHolders.includes(code))
    return (
      <Problem onClose={onClose} title={<Trans>Account Limit Reached</Trans>} actions={<Dismiss onPress={onClose} />}>
        <Trans>This bank account is already linked to the maximum number of accounts</Trans>
      </Problem>
    )
  if (code === 'DUPLICATE_BANK_ACCOUNT')
    return (
      <Problem onClose={onClose} title={<Trans>Duplicate Bank Account</Trans>} actions={<Dismiss onPress={onClose} />}>
        <Trans>You cannot link a bank account more than once</Trans>
      </Problem>
    )
  return (
    <Problem
      onClose={onClose}
      title={<Trans>Something Went Wrong</Trans>}
      actions={
        <>
          <Button full onPress={onRetry}>
            <Trans>Retry</Trans>
          </Button>
          <Button variant="quiet" full onPress={() => void navigate(paths.home)}>
            <Trans>Go Back Home</Trans>
          </Button>
        </>
      }
    >
      <Trans>No money has moved. Please try again.</Trans>
    </Problem>
  )
}

function Problem({ onClose, title, actions, children }: { onClose: () => void; title: ReactNode; actions: ReactNode; children: ReactNode }) {
  return (
    <Dialog isOpen onClose={onClose} role="alertdialog" tone="negative" icon={<Icon name="problem" />} title={title} actions={actions}>
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
