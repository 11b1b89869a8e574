import { Trans, useLingui } from '@lingui/react/macro'
import { type BankAccount, showBankAccountNumber, unlinkBankAccount } from '@nikau/contract/bank-accounts'
import { Button, Card, Dialog, Icon, List, ListItem, Avatar, Section, TrashIcon } from '@nikau/ui'
import { useState } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { BankDetail } from '../../lib/Bank.tsx'
import { invalidateFunds } from '../../lib/funds.ts'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'
import { selectBank } from '../../lib/selected-bank.ts'
import { isStepUpCancelled } from '../../lib/step-up.ts'
import { toast } from '../../lib/toasts.ts'

/** The selected account's actions. */
export function AccountActions({ account }: { account: BankAccount }) {
  const { t } = useLingui()
  const [unlinking, setUnlinking] = useState(false)
  const bank = account.bank.name
  return (
    <Section title={<Trans>Selected account</Trans>}>
      <Card>
        <List label={t`With ${bank}`}>
          {account.directDebitAuthorized ? (
            <ListItem
              href={account.verified ? paths.topup : paths.bankTopup(account.id)}
              media={<ActionMark icon="top-up" />}
              name={<Trans>Top up from {bank}</Trans>}
              chevron
            />
          ) : (
            <ListItem
              href={paths.authorizeBank(account.id)}
              media={<ActionMark icon="document" />}
              name={<Trans>Authorise Direct Debit</Trans>}
              detail={<Trans>Needed for top-ups</Trans>}
              chevron
            />
          )}
          <ListItem href={paths.withdrawTo(account.id)} media={<ActionMark icon="withdraw" />} name={<Trans>Withdraw to {bank}</Trans>} chevron />
          <AccountNumber account={account} />
        </List>
        <div className="pt-3">
          <Button variant="destructive" size="s" full icon={<TrashIcon size="s" />} onPress={() => setUnlinking(true)}>
            <Trans>Unlink</Trans>
          </Button>
        </div>
      </Card>
      {unlinking && <UnlinkDialog account={account} onClose={() => setUnlinking(false)} />}
    </Section>
  )
}

/** The full number, on demand. It stays in memory and is hidden again with the account's card. */
function AccountNumber({ account }: { account: BankAccount }) {
  const { t } = useLingui()
  const [number, setNumber] = useState<string>()
  const show = useEndpointMutation(showBankAccountNumber)
  const toggle = async () => {
    if (number !== undefined) return setNumber(undefined)
    const shown = await show.mutateAsync({ params: { id: account.id } }).catch((error: unknown) => {
      if (!isStepUpCancelled(error)) toast({ text: t`We couldn’t show the number. Please try again.` })
    })
    return setNumber(shown?.bankAccountNumber)
  }
  return (
    <ListItem
      onPress={() => void toggle()}
      media={<ActionMark icon="eye" />}
      name={number === undefined ? <Trans>Show account number</Trans> : <Trans>Hide account number</Trans>}
      detail={
        <span role="status" className="tabular-nums">
          {number ?? account.bankAccountNumber}
        </span>
      }
    />
  )
}

function ActionMark({ icon }: { icon: 'top-up' | 'withdraw' | 'document' | 'eye' }) {
  return (
    <Avatar tone="in">
      <Icon name={icon} />
    </Avatar>
  )
}

function UnlinkDialog({ account, onClose }: { account: BankAccount; onClose: () => void }) {
  const { t } = useLingui()
  const unlink = useEndpointMutation(unlinkBankAccount)
  const bank = account.bank.name
  const submit = async () => {
    const done = await unlink.mutateAsync({ params: { id: account.id } }).catch(() => undefined) // shown in the dialog
    if (!done) return
    selectBank(undefined)
    invalidateFunds()
    toast({ text: t`${bank} is unlinked` })
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      locked={unlink.isPending}
      role="alertdialog"
      tone="warning"
      icon={<Icon name="bank" />}
      title={<Trans>Unlink {bank}?</Trans>}
      actions={
        <>
          <Button variant="destructive" full busy={unlink.isPending} busyLabel={t`Unlinking`} onPress={() => void submit()}>
            <Trans>Unlink</Trans>
          </Button>
          <Button variant="quiet" full onPress={onClose} isDisabled={unlink.isPending}>
            <Trans>Keep it</Trans>
          </Button>
        </>
      }
    >
      <p>
        <BankDetail account={account} />
      </p>
      <p className="pt-2">
        <Trans>This ends its direct debit, and you won’t be able to withdraw to it.</Trans>
      </p>
      {unlink.isError && (
        <p className="pt-2 font-semibold text-negative" role="alert">
          <UnlinkProblem error={unlink.error} />
        </p>
      )}
    </Dialog>
  )
}

export function UnlinkProblem({ error }: { error: CallError }) {
  if (error.code === 'TRANSFERS_IN_FLIGHT') return <Trans>A transfer with this account is still in progress. Please wait until it has finished.</Trans>
  if (error.code === 'FORBIDDEN') return <Trans>It has been unlinked already, or belongs to another account.</Trans>
  return (
    <>
      <Trans>The account is still linked.</Trans> <CallProblem error={error} />
    </>
  )
}
