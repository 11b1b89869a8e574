import { Trans, useLingui } from '@lingui/react/macro'
import type { BankAccount } from '@nikau/contract/bank-accounts'
import { Button, EmptyState, Header, ListSkeleton, Page, PageBody, PageFooter, Radio, RadioGroup, Title, useSkeleton } from '@nikau/ui'
import { useNavigate } from 'react-router'
import { BankChoiceDetail, BankMark } from '../../lib/Bank.tsx'
import { Failed } from '../../lib/Failed.tsx'
import { canLinkMore, useBankAccounts } from '../../lib/funds.ts'
import { paths } from '../../lib/paths.ts'
import { usePlace } from '../../lib/screen.ts'
import { selectBank, useSelectedBank } from '../../lib/selected-bank.ts'
import { Manage } from './Manage.tsx'
import { VerifyCard } from './VerifyCard.tsx'

/** The linked accounts: which one is used, which are to be verified, and what can be done with the one that is selected. */
export function BankAccountsScreen() {
  const { t } = useLingui()
  const { back, bar } = usePlace()
  const navigate = useNavigate()
  const accounts = useBankAccounts()
  const full = accounts.data !== undefined && !canLinkMore(accounts.data)
  return (
    <Page bar={bar}>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title>
          <Trans>Bank Accounts</Trans>
        </Title>
        <div className="pt-5">
          <Accounts />
        </div>
      </PageBody>
      <PageFooter>
        {full && (
          <p className="text-center text-label text-ink-2">
            <Trans>Four accounts for top ups are as many as you can have.</Trans>
          </p>
        )}
        <Button full onPress={() => void navigate(paths.linkBankAccount)} isDisabled={full}>
          <Trans>Link Bank Account</Trans>
        </Button>
      </PageFooter>
    </Page>
  )
}

function Accounts() {
  const accounts = useBankAccounts()
  const skeleton = useSkeleton(accounts.data === undefined && !accounts.failed)
  if (accounts.failed)
    return (
      <Failed part={accounts}>
        <Trans>We couldn’t load your bank accounts</Trans>
      </Failed>
    )
  if (accounts.data === undefined) return <div aria-busy="true">{skeleton && <ListSkeleton rows={2} />}</div>
  if (accounts.data.length === 0)
    return (
      <EmptyState drawing="bank" title={<Trans>No Bank Accounts</Trans>}>
        <Trans>Link one to get started</Trans>
      </EmptyState>
    )
  return <Linked accounts={accounts.data} />
}

function Linked({ accounts }: { accounts: readonly BankAccount[] }) {
  const { t } = useLingui()
  const chosen = useSelectedBank()
  // Until one is chosen, top ups come from the first that may be debited: that is the one to show as selected.
  const selected = accounts.find(({ id }) => id === chosen) ?? accounts.find(({ directDebitAuthorized }) => directDebitAuthorized)
  return (
    <>
      <RadioGroup label={t`Linked accounts`} hideLabel value={selected?.id ?? null} onChange={selectBank}>
        {accounts.map((account) => (
          <Radio key={account.id} value={account.id} media={<BankMark number={account.bankAccountNumber} />} detail={<BankChoiceDetail account={account} />}>
            {account.bank.name}
          </Radio>
        ))}
      </RadioGroup>
      {accounts
        .filter(({ verified }) => !verified)
        .map((account) => (
          <VerifyCard key={account.id} account={account} />
        ))}
      {selected && <Manage key={selected.id} account={selected} />}
    </>
  )
}
