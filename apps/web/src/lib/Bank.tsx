import { Trans } from '@lingui/react/macro'
import { bankOf } from '@nikau/contract/bank-account-number'
import type { BankAccount } from '@nikau/contract/bank-accounts'
import { Icon, Mark, type MarkProps, Party, StatusChip } from '@nikau/ui'
import type { ReactNode } from 'react'

/** The bank's letters; the neutral sign where the first digits name no bank that we know by letters. A number as it is typed will do. */
export function BankMark({ number, size }: { number: string; size?: MarkProps['size'] }) {
  const letters = bankOf(number.slice(0, 2))?.monogram
  return (
    <Mark tone="bank" size={size}>
      {letters ?? <Icon name="bank" size={size === 's' ? 's' : undefined} />}
    </Mark>
  )
}

/** A linked account as it stands at the head of a screen or a card. */
export function BankParty({ account, end }: { account: BankAccount; end?: ReactNode }) {
  return (
    <Party
      media={<BankMark number={account.bankAccountNumber} />}
      name={account.bank.name}
      detail={<BankDetail account={account} />}
      {...(end !== undefined && { end })}
    />
  )
}

/** Whose it is and enough of the number to tell it from the others. */
export function BankDetail({ account: { bankAccountName, bankAccountNumber } }: { account: Pick<BankAccount, 'bankAccountName' | 'bankAccountNumber'> }) {
  return (
    <>
      {bankAccountName} · <span className="whitespace-nowrap">{bankAccountNumber}</span>
    </>
  )
}

/** The same where accounts are chosen from, with what is still to be done about one. */
export function BankChoiceDetail({ account }: { account: BankAccount }) {
  return (
    <>
      <BankDetail account={account} />
      {!account.verified && (
        <span className="block pt-1.5">
          <StatusChip tone="warning">
            <Trans>Not verified</Trans>
          </StatusChip>
        </span>
      )}
    </>
  )
}
