import { Trans, useLingui } from '@lingui/react/macro'
import { authorizeDirectDebit, type BankAccount } from '@nikau/contract/bank-accounts'
import { Button, Card, Header, ListSkeleton, Page, PageBody, PageFooter, TextLink, Title, useSkeleton } from '@nikau/ui'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate, useNavigate, useParams } from 'react-router'
import { BankParty } from '../../lib/Bank.tsx'
import { Failed } from '../../lib/Failed.tsx'
import { accountChanged, fundsChanged, useBankAccounts } from '../../lib/funds.ts'
import { useCall } from '../../lib/hooks.ts'
import { paths } from '../../lib/paths.ts'
import { missingStep, useProfile } from '../../lib/profile.ts'
import { usePlace } from '../../lib/screen.ts'
import { selectBank } from '../../lib/selected-bank.ts'
import { AgreeBox, DirectDebitSummary } from './DirectDebitTerms.tsx'
import { LinkModal, type LinkModalState } from './LinkModal.tsx'
import { authorityOf, codeOf } from './useLink.ts'

/** Lets money be debited from an account that is linked already. */
export function AuthorizeScreen() {
  const { t } = useLingui()
  const { back } = usePlace()
  const { bankAuthorityId = '' } = useParams()
  const step = missingStep(useProfile())
  const accounts = useBankAccounts()
  const account = accounts.data?.find(({ id }) => id === bankAuthorityId)
  const skeleton = useSkeleton(accounts.data === undefined && !accounts.failed)
  // The steps about the person end at the form that links, which leads on to the selected account: to this screen again.
  useEffect(() => {
    if (account && !account.directDebitAuthorized) selectBank(account.id)
  }, [account])
  if (account && !account.directDebitAuthorized) return step === undefined ? <Authorize account={account} /> : <Navigate to={step} replace />
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
            <Failed part={accounts}>
              <Trans>We couldn’t load your bank accounts</Trans>
            </Failed>
          </div>
        ) : (
          <div aria-busy="true">{skeleton && <ListSkeleton rows={1} />}</div>
        )}
      </PageBody>
    </Page>
  )
}

function Authorize({ account }: { account: BankAccount }) {
  const { t } = useLingui()
  const { back } = usePlace()
  const navigate = useNavigate()
  const profile = useProfile()
  const authorize = useCall(authorizeDirectDebit)
  const [modal, setModal] = useState<LinkModalState>()
  const form = useForm<{ agreed: boolean }>({ mode: 'onTouched', defaultValues: { agreed: false } })
  const submit = form.handleSubmit(async () => {
    setModal(undefined)
    const code = await authorize.mutateAsync({ params: { id: account.id }, body: authorityOf(profile) }).then(accountChanged, codeOf)
    // Authorised already, by a try whose answer was lost or in another tab, is what was wanted.
    if (code === 'DIRECT_DEBIT_ALREADY_AUTHORIZED') fundsChanged()
    else if (code !== undefined) return setModal({ kind: 'refused', code })
    return await navigate(paths.bankAccounts)
  })
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title lede={<Trans>So that you can top up from this account.</Trans>}>
          <Trans>Authorise Direct Debit</Trans>
        </Title>
        <form id="authorize" className="flex flex-col gap-5 pt-5" noValidate onSubmit={(event) => void submit(event)}>
          <Card>
            <BankParty account={account} />
          </Card>
          <DirectDebitSummary />
          <AgreeBox control={form.control} />
        </form>
        <div className="pt-4">
          <TextLink size="label" href={paths.linkBankAccount} onClick={() => selectBank(undefined)}>
            <Trans>Link another account</Trans>
          </TextLink>
        </div>
        {modal && <LinkModal state={modal} onChange={setModal} onRetry={() => void submit()} />}
      </PageBody>
      <PageFooter>
        <Button type="submit" form="authorize" full busy={authorize.isPending} busyLabel={t`Authorising`}>
          <Trans>Submit</Trans>
        </Button>
      </PageFooter>
    </Page>
  )
}
