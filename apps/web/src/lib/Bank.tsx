import { Trans } from '@lingui/react/macro'
import { bankOf } from '@nikau/nz/bank-account-number'
import type { BankAccount } from '@nikau/contract/bank-accounts'
import { Icon, Avatar, type AvatarProps, Party, StatusChip } from '@nikau/ui'
import { type ReactNode, useState } from 'react'

/** The bank's letters, or a neutral icon for an unknown bank. The number may be incomplete, as it is typed. */
export function BankAvatar({ number, size }: { number: string; size?: AvatarProps['size'] }) {
  const monogram = bankOf(number.slice(0, 2))?.monogram
  return (
    <Avatar tone="bank" size={size}>
      {monogram ?? <Icon name="bank" size={size === 's' ? 's' : undefined} />}
    </Avatar>
  )
}

/** The logo of a linked account's bank; its letters if there is none or it fails to load. */
export function BankLogo({ account, size }: { account: Pick<BankAccount, 'bankAccountNumber' | 'bank'>; size?: AvatarProps['size'] }) {
  const [failed, setFailed] = useState(false)
  const { logo } = account.bank
  if (logo === undefined || failed) return <BankAvatar number={account.bankAccountNumber} size={size} />
  return (
    <Avatar tone="plain" size={size}>
      <img className="size-full" src={logo} alt="" onError={() => setFailed(true)} />
    </Avatar>
  )
}

/** A linked account at the top of a screen or a card. */
export function BankParty({ account, end }: { account: BankAccount; end?: ReactNode }) {
  return <Party media={<BankLogo account={account} />} name={account.bank.name} detail={<BankDetail account={account} />} {...(end !== undefined && { end })} />
}

/** The account name and the masked number. */
export function BankDetail({ account: { bankAccountName, bankAccountNumber } }: { account: Pick<BankAccount, 'bankAccountName' | 'bankAccountNumber'> }) {
  return (
    <>
      {bankAccountName} · <span className="whitespace-nowrap">{bankAccountNumber}</span>
    </>
  )
}

/** The details of an account in a list to choose from. */
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
