import { Trans, useLingui } from '@lingui/react/macro'
import { authorizeDirectDebit, type BankAccount } from '@nikau/contract/bank-accounts'
import { Button, Card, Header, ListSkeleton, Page, PageBody, PageFooter, TextLink, Title, useSkeleton } from '@nikau/ui'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate, useNavigate, useParams } from 'react-router'
import { BankParty } from '../../lib/Bank.tsx'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { updateBankAccountCache, invalidateFunds, useBankAccounts } from '../../lib/funds.ts'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'
import { nextProfileStep, useProfile } from '../../lib/profile.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { selectBank } from '../../lib/selected-bank.ts'
import { isStepUpCancelled } from '../../lib/step-up.ts'
import { AgreeCheckbox, DirectDebitSummary } from './DirectDebitTerms.tsx'
import { LinkModal, type LinkModalState } from './LinkModal.tsx'
import { toCallError, toDirectDebitAuthority } from './useLinkBankAccount.ts'

/** Authorises direct debit for an account that is already linked. */
export function AuthorizeScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const { bankAuthorityId = '' } = useParams()
  const step = nextProfileStep(useProfile())
  const accounts = useBankAccounts()
  const account = accounts.data?.find(({ id }) => id === bankAuthorityId)
  const skeleton = useSkeleton(accounts.data === undefined && !accounts.failed)
  // The profile steps end at the link form, which redirects to the selected account, i.e. back to this screen.
  useEffect(() => {
    if (account && !account.directDebitAuthorized) selectBank(account.id)
  }, [account])
  if (account && !account.directDebitAuthorized) return step === undefined ? <AuthorizeForm account={account} /> : <Navigate to={step} replace />
  if (accounts.data) return <Navigate to={paths.bankAccounts} replace />
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title>
          <Trans>Authorise Direct Debit</Trans>
        </Title>
        {accounts.failed ? (
          <div className="pt-6">
            <LoadFailed source={accounts}>
              <Trans>We couldn’t load your bank accounts</Trans>
            </LoadFailed>
          </div>
        ) : (
          <div aria-busy="true">{skeleton && <ListSkeleton rows={1} />}</div>
        )}
      </PageBody>
    </Page>
  )
}

function AuthorizeForm({ account }: { account: BankAccount }) {
  const { t } = useLingui()
  const { back } = useScreen()
  const navigate = useNavigate()
  const profile = useProfile()
  const authorize = useEndpointMutation(authorizeDirectDebit)
  const [modal, setModal] = useState<LinkModalState>()
  const [failures, setFailures] = useState(0)
  const form = useForm<{ agreed: boolean }>({ mode: 'onTouched', defaultValues: { agreed: false } })
  const submit = form.handleSubmit(async () => {
    setModal(undefined)
    const error = await authorize.mutateAsync({ params: { id: account.id }, body: toDirectDebitAuthority(profile) }).then(updateBankAccountCache, toCallError)
    if (isStepUpCancelled(error)) return undefined
    // Already authorised, by an earlier attempt whose response was lost or in another tab: a success.
    if (error?.code === 'DIRECT_DEBIT_ALREADY_AUTHORIZED') invalidateFunds()
    else if (error !== undefined) {
      setFailures(failures + 1)
      return setModal({ kind: 'refused', error })
    }
    return await navigate(paths.bankAccounts)
  })
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title lede={<Trans>This lets you top up from this account.</Trans>}>
          <Trans>Authorise Direct Debit</Trans>
        </Title>
        <form id="authorize" className="flex flex-col gap-5 pt-5" noValidate onSubmit={(event) => void submit(event)}>
          <Card>
            <BankParty account={account} />
          </Card>
          <DirectDebitSummary />
          <AgreeCheckbox control={form.control} />
        </form>
        <div className="pt-4">
          <TextLink size="label" href={paths.linkBankAccount} onClick={() => selectBank(undefined)}>
            <Trans>Link another account</Trans>
          </TextLink>
        </div>
        {modal && <LinkModal state={modal} onChange={setModal} onRetry={() => void submit()} failures={failures} />}
      </PageBody>
      <PageFooter inFlow>
        <Button type="submit" form="authorize" full busy={authorize.isPending} busyLabel={t`Authorising`}>
          <Trans>Submit</Trans>
        </Button>
      </PageFooter>
    </Page>
  )
}
