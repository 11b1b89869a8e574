import { Trans, useLingui } from '@lingui/react/macro'
import { listAccountMemberships } from '@nikau/contract/accounts'
import { type Business, createBusiness, lookUpNzbn, type RegisteredBusiness, updateBusiness } from '@nikau/contract/businesses'
import { formatNzbn, parseNzbn } from '@nikau/nz/nzbn'
import { StatusChip, TextField } from '@nikau/ui'
import { useEffect } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { CallError } from '../../lib/call-error.ts'
import { callWithRetries } from '../../lib/call-with-retries.ts'
import { useEndpointMutation, useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { StepForm, StepPage, useFinishStep } from './StepPage.tsx'
import { useDraft, useKeptDraft, withDraft } from './useDraft.ts'

interface Form {
  nzbn: string
  legalName: string
  tradingName: string
}

/** Opens the account with the first save; the others change it. */
export function BusinessStep({ accountId, business }: { accountId: string | undefined; business: Business | undefined }) {
  const { t } = useLingui()
  const finish = useFinishStep()
  const open = useEndpointMutation(createBusiness)
  const update = useEndpointMutation(updateBusiness)
  const saved = { nzbn: formatNzbn(business?.nzbn ?? ''), legalName: business?.legalName ?? '', tradingName: business?.tradingName ?? '' }
  const draft = useDraft<Form>('business', accountId)
  const form = useForm<Form>({ mode: 'onTouched', defaultValues: withDraft(draft, saved) })
  useKeptDraft(draft, form)
  const found = useRegistered(useWatch({ control: form.control, name: 'nzbn' }))
  useEffect(() => {
    if (!found.data) return
    if (form.getValues('legalName') === '') form.setValue('legalName', found.data.legalName)
    if (form.getValues('tradingName') === '') form.setValue('tradingName', found.data.tradingName ?? found.data.legalName)
  }, [form, found.data])
  const submit = form.handleSubmit(async (body) => {
    try {
      await (accountId === undefined ? open.mutateAsync({ body }) : update.mutateAsync({ params: { accountId }, body }))
    } catch (failure) {
      if (!(await isOpenedByLostCall(failure, body.tradingName, accountId))) return // shown below
    }
    draft.forget()
    await finish()
  })
  const error = open.error ?? update.error
  const busy = form.formState.isSubmitting
  return (
    <StepPage title={<Trans>Your business</Trans>} detail={<Trans>From the public register, so you don’t type it twice</Trans>}>
      <StepForm onSubmit={(event) => void submit(event)} busy={busy} problem={!busy && error ? <BusinessProblem error={error} /> : undefined}>
        <div>
          <Controller
            control={form.control}
            name="nzbn"
            rules={{ validate: (nzbn) => parseNzbn(nzbn) !== undefined || t`That isn’t an NZBN. It has 13 digits.` }}
            render={({ field, fieldState }) => (
              <TextField {...field} label={t`NZBN`} inputMode="numeric" autoComplete="off" maxLength={30} error={fieldState.error?.message} />
            )}
          />
          <output className="block">
            <Registered business={found.data} error={found.error} />
          </output>
        </div>
        <Controller
          control={form.control}
          name="legalName"
          rules={{ validate: (name) => name.trim() !== '' || t`Enter the registered name` }}
          render={({ field, fieldState }) => (
            <TextField {...field} label={t`Registered name`} autoComplete="organization" maxLength={120} error={fieldState.error?.message} />
          )}
        />
        <Controller
          control={form.control}
          name="tradingName"
          rules={{ validate: (name) => name.trim() !== '' || t`Enter the name that your customers know` }}
          render={({ field, fieldState }) => (
            <TextField {...field} label={t`Name on checkout and receipts`} autoComplete="off" maxLength={80} error={fieldState.error?.message} />
          )}
        />
      </StepForm>
    </StepPage>
  )
}

/** The business of a number whose check digit is right. */
export function useRegistered(nzbn: string) {
  const valid = parseNzbn(nzbn)
  const query = useEndpointQuery(lookUpNzbn, { params: { nzbn: valid ?? '' } }, { enabled: valid !== undefined })
  return { data: query.data?.nzbn === valid ? query.data : undefined, error: valid === undefined ? null : query.error }
}

function Registered({ business, error }: { business: RegisteredBusiness | undefined; error: CallError | null }) {
  if (!business) return error ? <RegisterProblem code={error.code} /> : null
  return (
    <span className="flex flex-wrap items-center justify-between gap-2 pt-2">
      <span>
        <b>{business.legalName}</b>
        {business.address && (
          <span className="block text-label text-ink-2">
            {[business.address.street, business.address.suburb, business.address.city].filter(Boolean).join(', ')}
          </span>
        )}
      </span>
      {business.active ? (
        <StatusChip tone="positive">
          <Trans>Found</Trans>
        </StatusChip>
      ) : (
        <StatusChip tone="negative">
          <Trans>Removed from the register</Trans>
        </StatusChip>
      )}
    </span>
  )
}

function RegisterProblem({ code }: { code: string }) {
  return (
    <span className="block pt-2 text-label text-ink-2">
      {code === 'NZBN_NOT_FOUND' ? (
        <Trans>The register doesn’t have this number. Check it, or type the names.</Trans>
      ) : (
        <Trans>We can’t ask the register right now. Type the names.</Trans>
      )}
    </span>
  )
}

function BusinessProblem({ error }: { error: CallError }) {
  switch (error.code) {
    case 'BUSINESS_ALREADY_EXISTS':
      return <Trans>This business has an account already. Ask its owner to add you, or contact us.</Trans>
    case 'INVALID_NZBN':
      return <Trans>That isn’t an NZBN. It has 13 digits.</Trans>
    case 'ACCOUNT_LIMIT_EXCEEDED':
      return <Trans>You own as many businesses as one person can. Contact us to open another.</Trans>
    case 'BUSINESS_DETAILS_LOCKED':
      return <Trans>We’re checking your business, so it can’t be changed now.</Trans>
  }
  return (
    <>
      <Trans>It isn’t saved yet.</Trans> <CallProblem error={error} />
    </>
  )
}

/** A call whose answer was lost is repeated: an account that exists now is the one that it opened. */
async function isOpenedByLostCall(failure: unknown, tradingName: string, accountId: string | undefined): Promise<boolean> {
  if (accountId !== undefined || !(failure instanceof CallError) || failure.code !== 'BUSINESS_ALREADY_EXISTS') return false
  const memberships = await callWithRetries(listAccountMemberships, {}).catch(() => []) // said to exist
  return memberships.some(({ accountType, role, accountName }) => accountType === 'org' && role === 'account-owner' && accountName === tradingName.trim())
}
