import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState, Header, LinkButton, ListSkeleton, OptionLink, Page, PageBody, PageFooter, Title, useSkeleton } from '@nikau/ui'
import { BankChoiceDetail, BankLogo } from '../../lib/Bank.tsx'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useBankAccounts } from '../../lib/funds.ts'
import { paths } from '../../lib/paths.ts'
import { useScreen } from '../../lib/current-screen.ts'

/** Chooses the bank account to withdraw to. */
export function WithdrawScreen() {
  const { t } = useLingui()
  const { back, bar } = useScreen()
  const accounts = useBankAccounts()
  const skeleton = useSkeleton(accounts.data === undefined && !accounts.failed)
  const none = accounts.data?.length === 0
  return (
    <Page bar={bar}>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title>{none ? <Trans>No Linked Bank Accounts</Trans> : <Trans>Select Linked Bank Account</Trans>}</Title>
        <div className="pt-5">
          {accounts.failed ? (
            <LoadFailed source={accounts}>
              <Trans>We couldn’t load your bank accounts</Trans>
            </LoadFailed>
          ) : accounts.data === undefined ? (
            <div aria-busy="true">{skeleton && <ListSkeleton rows={2} />}</div>
          ) : none ? (
            <EmptyState drawing="bank" title={<Trans>Add a bank account to withdraw to.</Trans>} />
          ) : (
            accounts.data.map((account) => (
              <OptionLink
                key={account.id}
                href={paths.withdrawTo(account.id)}
                media={<BankLogo account={account} />}
                detail={<BankChoiceDetail account={account} />}
              >
                {account.bank.name}
              </OptionLink>
            ))
          )}
        </div>
      </PageBody>
      <PageFooter>
        <LinkButton full href={paths.withdrawLink} variant={none ? 'filled' : 'outlined'}>
          <Trans>Add Bank Account</Trans>
        </LinkButton>
      </PageFooter>
    </Page>
  )
}
