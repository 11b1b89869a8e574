import { Trans, useLingui } from '@lingui/react/macro'
import { emailPattern, updateProfile } from '@nikau/contract/profile'
import { Button, Checkbox, Header, Notice, Page, PageBody, TextField, Title } from '@nikau/ui'
import { Controller, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { useUntil } from '../../lib/localized-text.ts'
import { paths } from '../../lib/paths.ts'
import { cacheProfile, useProfile } from '../../lib/profile.ts'
import { useSession } from '../../lib/session.tsx'

interface Form {
  email: string
  featureUpdates: boolean
  marketingUpdates: boolean
}

/** The email for direct debit notices, and the person's choices about other emails. */
export function EmailScreen() {
  const { t } = useLingui()
  const { user } = useSession()
  const profile = useProfile()
  const navigate = useNavigate()
  const save = useEndpointMutation(updateProfile)
  const until = useUntil(save.error)
  const form = useForm<Form>({
    mode: 'onTouched',
    defaultValues: { email: profile.email ?? '', featureUpdates: profile.featureUpdates, marketingUpdates: profile.marketingUpdates },
  })
  const submit = form.handleSubmit(async (values) => {
    const saved = await save.mutateAsync({ body: values }).catch(() => undefined) // shown in the banner
    if (!saved) return
    cacheProfile(user.profile, saved)
    await navigate(paths.linkBankAccount)
  })
  return (
    <Page>
      <Header backHref={paths.bankAccounts} backLabel={t`Back`} />
      <PageBody>
        <form className="flex flex-col gap-6 pt-2" noValidate onSubmit={(event) => void submit(event)}>
          <Title lede={<Trans>We’ll email you before every direct debit.</Trans>}>
            <Trans>Your email</Trans>
          </Title>
          {save.isError && (
            <Notice tone="negative" live="assertive" title={<Trans>Something went wrong</Trans>}>
              {save.error.code === 'RATE_LIMIT_EXCEEDED' && until !== undefined ? (
                <Trans>Your email was changed too often. You can change it again from {until}.</Trans>
              ) : (
                <Trans>Your details weren’t saved. Please try again.</Trans>
              )}
            </Notice>
          )}
          <Controller
            control={form.control}
            name="email"
            rules={{ required: t`Email is required`, pattern: { value: emailPattern, message: t`Must be a valid email` } }}
            render={({ field, fieldState }) => (
              <TextField {...field} label={t`Email`} type="email" inputMode="email" autoComplete="email" error={fieldState.error?.message} />
            )}
          />
          <div role="group" aria-label={t`What we can email you about`} className="flex flex-col gap-1">
            <Checkbox checked isDisabled onChange={() => {}}>
              <Trans>My payments and account</Trans>
            </Checkbox>
            <Controller
              control={form.control}
              name="featureUpdates"
              render={({ field: { value, onChange } }) => (
                <Checkbox checked={value} onChange={onChange}>
                  <Trans>New features</Trans>
                </Checkbox>
              )}
            />
            <Controller
              control={form.control}
              name="marketingUpdates"
              render={({ field: { value, onChange } }) => (
                <Checkbox checked={value} onChange={onChange}>
                  <Trans>Offers and news</Trans>
                </Checkbox>
              )}
            />
          </div>
          <Button type="submit" full busy={save.isPending} busyLabel={t`Saving`}>
            <Trans>Submit</Trans>
          </Button>
        </form>
      </PageBody>
    </Page>
  )
}
