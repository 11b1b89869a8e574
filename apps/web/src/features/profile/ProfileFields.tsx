import { Trans, useLingui } from '@lingui/react/macro'
import { emailPattern, nameMaxLength, namePattern } from '@nikau/contract/profile'
import { Checkbox, Notice, TextField } from '@nikau/ui'
import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useUntil } from '../../lib/localized-text.ts'

export interface Names {
  givenName: string
  familyName: string
}

export function NameFields({ control }: { control: Control<Names> }) {
  const { t } = useLingui()
  const shape = { value: namePattern, message: t`Names can only have A-z 0-9 and , . - '` }
  return (
    <>
      <Controller
        control={control}
        name="givenName"
        rules={{
          required: t`First name is required`,
          maxLength: { value: nameMaxLength, message: t`First name must be less then 50 characters` },
          pattern: shape,
        }}
        render={({ field, fieldState }) => <TextField {...field} label={t`First name`} autoComplete="given-name" error={fieldState.error?.message} />}
      />
      <Controller
        control={control}
        name="familyName"
        rules={{
          required: t`Last name is required`,
          maxLength: { value: nameMaxLength, message: t`Last name must be less then 50 characters` },
          pattern: shape,
        }}
        render={({ field, fieldState }) => <TextField {...field} label={t`Last name`} autoComplete="family-name" error={fieldState.error?.message} />}
      />
    </>
  )
}

export function EmailField<Form extends FieldValues & { email: string }>({ control }: { control: Control<Form> }) {
  const { t } = useLingui()
  return (
    <Controller
      control={control}
      name={'email' as Path<Form>}
      rules={{ required: t`Email is required`, pattern: { value: emailPattern, message: t`Must be a valid email` } }}
      render={({ field, fieldState }) => (
        <TextField {...field} label={t`Email`} type="email" inputMode="email" autoComplete="email" error={fieldState.error?.message} />
      )}
    />
  )
}

export interface MailChoices {
  featureUpdates: boolean
  marketingUpdates: boolean
}

/** What is emailed. Emails about payments and the account can not be switched off. */
export function MailCheckboxes<Form extends FieldValues & MailChoices>({ control }: { control: Control<Form> }) {
  const { t } = useLingui()
  return (
    <div role="group" aria-label={t`What we can email you about`} className="flex flex-col gap-1">
      <Checkbox checked isDisabled onChange={() => {}}>
        <Trans>My payments and account</Trans>
      </Checkbox>
      <Controller
        control={control}
        name={'featureUpdates' as Path<Form>}
        render={({ field: { value, onChange } }) => (
          <Checkbox checked={value} onChange={onChange}>
            <Trans>New features</Trans>
          </Checkbox>
        )}
      />
      <Controller
        control={control}
        name={'marketingUpdates' as Path<Form>}
        render={({ field: { value, onChange } }) => (
          <Checkbox checked={value} onChange={onChange}>
            <Trans>Offers and news</Trans>
          </Checkbox>
        )}
      />
    </div>
  )
}

/** Why the profile was not saved. */
export function SaveProblem({ error }: { error: CallError | null }) {
  const until = useUntil(error)
  if (!error) return undefined
  return (
    <Notice tone="negative" live="assertive" title={<Trans>Something went wrong</Trans>}>
      {error.code === 'RATE_LIMIT_EXCEEDED' && until !== undefined ? (
        <Trans>Your email was changed too often. You can change it again from {until}.</Trans>
      ) : (
        <>
          <Trans>Your details weren’t saved.</Trans> <CallProblem error={error} />
        </>
      )}
    </Notice>
  )
}
