import { Trans, useLingui } from '@lingui/react/macro'
import { nameMaxLength, namePattern, updateProfile } from '@nikau/contract/profile'
import { Button, Header, Notice, Page, PageBody, TextField, Title } from '@nikau/ui'
import { Controller, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'
import { cacheProfile, useProfile } from '../../lib/profile.ts'
import { useSession } from '../../lib/session.tsx'

interface Form {
  givenName: string
  familyName: string
}

/** The person's name, required before a direct debit can be authorised. */
export function ProfileBasicsScreen() {
  const { t } = useLingui()
  const { user } = useSession()
  const profile = useProfile()
  const navigate = useNavigate()
  const save = useEndpointMutation(updateProfile)
  const form = useForm<Form>({ mode: 'onTouched', defaultValues: { givenName: profile.givenName ?? '', familyName: profile.familyName ?? '' } })
  const shape = { value: namePattern, message: t`Names can only have A-z 0-9 and , . - '` }
  const submit = form.handleSubmit(async (names) => {
    const saved = await save.mutateAsync({ body: names }).catch(() => undefined) // shown in the banner
    if (!saved) return
    cacheProfile(user.profile, saved)
    await navigate(paths.profileEmail)
  })
  return (
    <Page>
      <Header backHref={paths.bankAccounts} backLabel={t`Back`} />
      <PageBody>
        <form className="flex flex-col gap-6 pt-2" noValidate onSubmit={(event) => void submit(event)}>
          <Title lede={<Trans>Your bank needs your name before it allows a direct debit.</Trans>}>
            <Trans>Your name</Trans>
          </Title>
          {save.isError && (
            <Notice tone="negative" live="assertive" title={<Trans>Something went wrong</Trans>}>
              <Trans>Your details weren’t saved. Please try again.</Trans>
            </Notice>
          )}
          <Controller
            control={form.control}
            name="givenName"
            rules={{
              required: t`First name is required`,
              maxLength: { value: nameMaxLength, message: t`First name must be less then 50 characters` },
              pattern: shape,
            }}
            render={({ field, fieldState }) => <TextField {...field} label={t`First name`} autoComplete="given-name" error={fieldState.error?.message} />}
          />
          <Controller
            control={form.control}
            name="familyName"
            rules={{
              required: t`Last name is required`,
              maxLength: { value: nameMaxLength, message: t`Last name must be less then 50 characters` },
              pattern: shape,
            }}
            render={({ field, fieldState }) => <TextField {...field} label={t`Last name`} autoComplete="family-name" error={fieldState.error?.message} />}
          />
          <Button type="submit" full busy={save.isPending} busyLabel={t`Saving`}>
            <Trans>Submit</Trans>
          </Button>
        </form>
      </PageBody>
    </Page>
  )
}
