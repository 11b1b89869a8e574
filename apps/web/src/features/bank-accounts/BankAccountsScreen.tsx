import { Trans, useLingui } from '@lingui/react/macro'
import type { BankAccount } from '@nikau/contract/bank-accounts'
import { Button, EmptyState, Header, ListSkeleton, Page, PageBody, PageFooter, Panes, Radio, RadioGroup, Title, useSkeleton } from '@nikau/ui'
import { useNavigate } from 'react-router'
import { BankChoiceDetail, BankLogo } from '../../lib/Bank.tsx'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { canLinkMore, useBankAccounts } from '../../lib/funds.ts'
import { paths } from '../../lib/paths.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { selectBank, useSelectedBank } from '../../lib/selected-bank.ts'
import { useTwoPanes } from '../../lib/useMediaQuery.ts'
import { AccountActions } from './AccountActions.tsx'
import { VerifyCard } from './VerifyCard.tsx'

/** The linked accounts, with selection, and below or beside them verification and the selected account's actions. */
export function BankAccountsScreen() {
  const { t } = useLingui()
  const { back, bar } = useScreen()
  const navigate = useNavigate()
  const accounts = useBankAccounts()
  // Where a code is waited for, entering it is the main action.
  const verifying = accounts.data?.some(({ verified, verificationTriesLeft }) => !verified && verificationTriesLeft > 0) ?? false
  const panes = useTwoPanes()
  const full = accounts.data !== undefined && !canLinkMore(accounts.data)
  return (
    <Panes detail={panes ? <div className="px-gutter pt-19">{accounts.data && <AccountDetails accounts={accounts.data} />}</div> : undefined}>
      <Page bar={bar}>
        <Header backHref={back} backLabel={t`Back`} />
        <PageBody tight>
          <Title>
            <Trans>Bank Accounts</Trans>
          </Title>
          <div className="pt-5">
            <Accounts withDetails={!panes} />
          </div>
        </PageBody>
        <PageFooter>
          {full && (
            <p className="text-center text-label text-ink-2">
              <Trans>You can link up to four accounts for top-ups.</Trans>
            </p>
          )}
          <Button full variant={verifying ? 'outlined' : 'filled'} onPress={() => void navigate(paths.linkBankAccount)} isDisabled={full}>
            <Trans>Link Bank Account</Trans>
          </Button>
        </PageFooter>
      </Page>
    </Panes>
  )
}

function Accounts({ withDetails }: { withDetails: boolean }) {
  const accounts = useBankAccounts()
  const skeleton = useSkeleton(accounts.data === undefined && !accounts.failed)
  if (accounts.failed)
    return (
      <LoadFailed source={accounts}>
        <Trans>We couldn’t load your bank accounts</Trans>
      </LoadFailed>
    )
  if (accounts.data === undefined) return <div aria-busy="true">{skeleton && <ListSkeleton rows={2} />}</div>
  if (accounts.data.length === 0)
    return (
      <EmptyState drawing="bank" title={<Trans>No Bank Accounts</Trans>}>
        <Trans>Link one to get started</Trans>
      </EmptyState>
    )
  return (
    <>
      <LinkedAccounts accounts={accounts.data} />
      {withDetails && <AccountDetails accounts={accounts.data} />}
    </>
  )
}

/** Without a choice, top-ups come from the first account with direct debit, so that one shows as selected. */
function useSelectedAccount(accounts: readonly BankAccount[]): BankAccount | undefined {
  const chosen = useSelectedBank()
  return accounts.find(({ id }) => id === chosen) ?? accounts.find(({ directDebitAuthorized }) => directDebitAuthorized)
}

function LinkedAccounts({ accounts }: { accounts: readonly BankAccount[] }) {
  const { t } = useLingui()
  const selected = useSelectedAccount(accounts)
  return (
    <RadioGroup label={t`Linked accounts`} hideLabel value={selected?.id ?? null} onChange={selectBank}>
      {accounts.map((account) => (
        <Radio key={account.id} value={account.id} media={<BankLogo account={account} />} detail={<BankChoiceDetail account={account} />}>
          {account.bank.name}
        </Radio>
      ))}
    </RadioGroup>
  )
}

function AccountDetails({ accounts }: { accounts: readonly BankAccount[] }) {
  const selected = useSelectedAccount(accounts)
  return (
    <>
      {accounts
        .filter(({ verified }) => !verified)
        .map((account) => (
          <VerifyCard key={account.id} account={account} />
        ))}
      {selected && <AccountActions key={selected.id} account={selected} />}
    </>
  )
}
