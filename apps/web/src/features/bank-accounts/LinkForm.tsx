import { Trans, useLingui } from '@lingui/react/macro'
import { accountNameMessage, toBankAccountName, accountNameMaxInput } from '@nikau/contract/bank-account-name'
import { bankOf, checkAccountNumber } from '@nikau/nz/bank-account-number'
import { AccountNumberField, Button, Header, Icon, IconButton, Page, PageBody, PageFooter, Steps, TextField, Title } from '@nikau/ui'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useMode } from '../../lib/mode.ts'
import { BankAvatar } from '../../lib/Bank.tsx'
import { useScreen } from '../../lib/current-screen.ts'
import { AgreeCheckbox, DirectDebitSummary } from './DirectDebitTerms.tsx'
import { LinkModal, type LinkModalState } from './LinkModal.tsx'
import { useLinkBankAccount } from './useLinkBankAccount.ts'

interface Form {
  name: string
  number: string
  agreed: boolean
}

/** Account name and number, plus the terms when linking with direct debit. */
export function LinkForm({ directDebit }: { directDebit: boolean }) {
  const { t } = useLingui()
  const { back } = useScreen()
  const mode = useMode()
  const check = useAccountNumberCheck()
  const { link, linking } = useLinkBankAccount()
  const [modal, setModal] = useState<LinkModalState>()
  const [failures, setFailures] = useState(0)
  const form = useForm<Form>({ mode: 'onTouched', defaultValues: { name: '', number: '', agreed: false } })
  const submit = form.handleSubmit(async ({ name, number }) => {
    setModal(undefined)
    const next = await link({ bankAccountName: toBankAccountName(name), bankAccountNumber: number, directDebit })
    setModal(next)
    setFailures(next?.kind === 'refused' ? failures + 1 : 0)
  })
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <LinkSteps at="link" />
        <div className="flex items-center justify-between pt-5">
          <Title>
            <Trans>Link Bank Account</Trans>
          </Title>
          <div className="-me-3">
            <IconButton label={t`Where to find your account number`} icon={<Icon name="help" />} onPress={() => setModal({ kind: 'info' })} />
          </div>
        </div>
        <form id="link" className="flex flex-col gap-5 pt-4" noValidate onSubmit={(event) => void submit(event)}>
          <div>
            <Controller
              control={form.control}
              name="name"
              rules={{
                validate: {
                  given: (name) => name.trim() !== '' || t`Name on account is required`,
                  letters: (name) => accountNameMessage(name) === undefined || t`Account name can only have A-z 0-9 and , . - '`,
                },
              }}
              render={({ field, fieldState }) => (
                <TextField {...field} label={t`Name on account`} maxLength={accountNameMaxInput} autoComplete="name" error={fieldState.error?.message} />
              )}
            />
            <Controller
              control={form.control}
              name="number"
              rules={{ validate: (number) => check(number) ?? true }}
              render={({ field, fieldState }) => (
                <AccountNumberField
                  {...field}
                  label={t`Account number`}
                  error={fieldState.error?.message}
                  end={
                    bankOf(field.value) && (
                      <BankIndicator
                        number={field.value}
                        valid={checkAccountNumber(field.value, mode).number !== undefined && check(field.value) === undefined}
                      />
                    )
                  }
                  status={<BankName number={field.value} />}
                />
              )}
            />
          </div>
          {directDebit && (
            <>
              <DirectDebitSummary />
              <AgreeCheckbox control={form.control} />
            </>
          )}
        </form>
        {modal && <LinkModal state={modal} onChange={setModal} onRetry={() => void submit()} failures={failures} />}
      </PageBody>
      <PageFooter inFlow={directDebit}>
        <Button type="submit" form="link" full busy={linking} busyLabel={t`Linking`}>
          <Trans>Link Bank Account</Trans>
        </Button>
      </PageFooter>
    </Page>
  )
}

/** The three steps: link, first top-up, verification code. */
export function LinkSteps({ at }: { at: 'link' | 'topup' }) {
  const { t } = useLingui()
  return (
    <Steps
      label={t`Progress`}
      steps={[
        { label: t({ message: 'Link', context: 'first of three steps' }), state: at === 'link' ? 'now' : 'done' },
        { label: t({ message: 'Top up', context: 'second of three steps' }), state: at === 'link' ? 'later' : 'now' },
        { label: t({ message: 'Code', context: 'third of three steps' }), state: 'later' },
      ]}
    />
  )
}

function BankIndicator({ number, valid }: { number: string; valid: boolean }) {
  return (
    <span className="flex items-center gap-2">
      <BankAvatar number={number} size="s" />
      {valid && (
        <span className="text-positive">
          <Icon name="check" size="s" />
        </span>
      )}
    </span>
  )
}

/** The bank identified by the first two digits. */
function BankName({ number }: { number: string }) {
  const bank = bankOf(number)
  if (!bank) return undefined
  const { name, heldWith } = bank
  if (name === 'Bank Account') return heldWith === undefined ? <Trans>Bank account</Trans> : <Trans>{heldWith} account</Trans>
  return heldWith === undefined ? (
    <Trans>{name} account</Trans>
  ) : (
    <Trans>
      {heldWith} account, by {name}
    </Trans>
  )
}

/** Validates the number as typed. A failed check digit gets its own message, which helps to find the wrong digit. */
function useAccountNumberCheck(): (number: string) => string | undefined {
  const { t } = useLingui()
  const mode = useMode()
  return (number) => {
    if (number === '') return t`Account number is required`
    if (!/^\d{2}-\d{4}-\d{7}-\d{2,3}$/.test(number)) return t`Account number is invalid`
    if (mode === 'test' && !number.startsWith('00')) return t`Test mode only accepts test accounts. Their numbers start with 00.`
    const { fault } = checkAccountNumber(number, mode)
    if (fault === undefined) return undefined
    return fault === 'check' ? t`That number doesn’t add up. Check the last digits of the account part.` : t`Account number is invalid`
  }
}
