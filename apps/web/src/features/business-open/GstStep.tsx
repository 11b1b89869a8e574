import { Trans, useLingui } from '@lingui/react/macro'
import { type Business, updateBusiness } from '@nikau/contract/businesses'
import { parseGstNumber } from '@nikau/nz/gst-number'
import { Radio, RadioGroup, TextField } from '@nikau/ui'
import { useEffect } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { useRegistered } from './BusinessStep.tsx'
import { StepForm, StepPage, useFinishStep } from './StepPage.tsx'
import { formatGstNumber } from './texts.ts'
import { useDraft, useKeptDraft, withDraft } from './useDraft.ts'

interface Form {
  registered: 'yes' | 'no' | null
  number: string
}

/** Whether receipts show GST, and under which number. */
export function GstStep({ accountId, business }: { accountId: string; business: Business }) {
  const { t } = useLingui()
  const finish = useFinishStep()
  const update = useEndpointMutation(updateBusiness)
  const { gst } = business
  const saved: Form = { registered: gst ? (gst.registered ? 'yes' : 'no') : null, number: formatGstNumber(gst?.number ?? '') }
  const draft = useDraft<Form>('gst', accountId)
  const form = useForm<Form>({ mode: 'onTouched', defaultValues: withDraft(draft, saved) })
  useKeptDraft(draft, form)
  const published = useRegistered(business.nzbn ?? '').data?.gstNumber
  useEffect(() => {
    if (published === undefined || form.getValues('registered') !== null) return
    form.setValue('registered', 'yes')
    form.setValue('number', formatGstNumber(published))
  }, [form, published])
  const isRegistered = useWatch({ control: form.control, name: 'registered' }) === 'yes'
  const submit = form.handleSubmit(async ({ registered, number }) => {
    const body = { gst: registered === 'yes' ? { registered: true as const, number } : { registered: false as const } }
    if (!(await update.mutateAsync({ params: { accountId }, body }).catch(() => undefined))) return
    draft.forget()
    await finish()
  })
  const busy = form.formState.isSubmitting
  const problem =
    update.error && !busy ? (
      <>
        <Trans>It isn’t saved yet.</Trans> <CallProblem error={update.error} />
      </>
    ) : undefined
  return (
    <StepPage title={<Trans>GST number</Trans>}>
      <StepForm onSubmit={(event) => void submit(event)} busy={busy} problem={problem}>
        <Controller
          control={form.control}
          name="registered"
          rules={{ validate: (value) => value !== null || t`Choose one` }}
          render={({ field, fieldState }) => (
            <RadioGroup label={t`GST`} value={field.value} onChange={field.onChange} error={fieldState.error?.message}>
              <Radio value="yes" detail={<Trans>Receipts show your number and the GST in each sale</Trans>}>
                <Trans>Registered for GST</Trans>
              </Radio>
              <Radio value="no" detail={<Trans>Receipts show no GST</Trans>}>
                <Trans>Not registered</Trans>
              </Radio>
            </RadioGroup>
          )}
        />
        {isRegistered && (
          <Controller
            control={form.control}
            name="number"
            rules={{ validate: (number) => parseGstNumber(number) !== undefined || t`That number doesn’t add up. Check the last digits.` }}
            render={({ field, fieldState }) => (
              <TextField
                {...field}
                label={t`GST number`}
                inputMode="numeric"
                autoComplete="off"
                maxLength={20}
                // As soon as all digits are there, as well as after leaving the field.
                error={fieldState.error?.message ?? (isComplete(field.value) ? t`That number doesn’t add up. Check the last digits.` : undefined)}
              />
            )}
          />
        )}
      </StepForm>
    </StepPage>
  )
}

const isComplete = (number: string) => number.replaceAll(/\D/g, '').length >= 9 && parseGstNumber(number) === undefined
