import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState, Header, LinkButton, ListSkeleton, OptionLink, Page, PageBody, PageFooter, Title, useSkeleton } from '@nikau/ui'
import { BankChoiceDetail, BankMark } from '../../lib/Bank.tsx'
import { Failed } from '../../lib/Failed.tsx'
import { useBankAccounts } from '../../lib/funds.ts'
import { paths } from '../../lib/paths.ts'
import { usePlace } from '../../lib/screen.ts'

/** Where the money shall go. */
export function WithdrawScreen() {
  const { t } = useLingui()
  const { back, bar } = usePlace()
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
            <Failed part={accounts}>
              <Trans>We couldn’t load your bank accounts</Trans>
            </Failed>
          ) : accounts.data === undefined ? (
            <div aria-busy="true">{skeleton && <ListSkeleton rows={2} />}</div>
          ) : none ? (
            <EmptyState drawing="bank" title={<Trans>Nowhere to send it yet</Trans>}>
              <Trans>Add the account that your money shall go to.</Trans>
            </EmptyState>
          ) : (
            accounts.data.map((account) => (
              <OptionLink
                key={account.id}
                href={paths.withdrawTo(account.id)}
                media={<BankMark number={account.bankAccountNumber} />}
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
