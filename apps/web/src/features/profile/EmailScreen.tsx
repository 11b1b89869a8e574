import { Trans, useLingui } from '@lingui/react/macro'
import { emailShape, updateProfile } from '@nikau/contract/profile'
import { Button, Checkbox, Header, Notice, Page, PageBody, TextField, Title } from '@nikau/ui'
import { Controller, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { useCall } from '../../lib/hooks.ts'
import { paths } from '../../lib/paths.ts'
import { keepProfile, useProfile } from '../../lib/profile.ts'
import { useSession } from '../../lib/session.tsx'

interface Form {
  email: string
  featureUpdates: boolean
  marketingUpdates: boolean
}

/** Where the notices that the law asks for are sent, and what else the person wants to hear of. */
export function EmailScreen() {
  const { t } = useLingui()
  const { user } = useSession()
  const profile = useProfile()
  const navigate = useNavigate()
  const save = useCall(updateProfile)
  const form = useForm<Form>({
    mode: 'onTouched',
    defaultValues: { email: profile.email ?? '', featureUpdates: profile.featureUpdates, marketingUpdates: profile.marketingUpdates },
  })
  const submit = form.handleSubmit(async (wishes) => {
    const saved = await save.mutateAsync({ body: wishes }).catch(() => undefined) // the banner says so
    if (!saved) return
    keepProfile(user.profile, saved)
    await navigate(paths.linkBankAccount)
  })
  return (
    <Page>
      <Header backHref={paths.bankAccounts} backLabel={t`Back`} />
      <PageBody>
        <form className="flex flex-col gap-6 pt-2" noValidate onSubmit={(event) => void submit(event)}>
          <Title lede={<Trans>We write to you before each debit. The law asks for it, and so would you.</Trans>}>
            <Trans>Your e-mail</Trans>
          </Title>
          {save.isError && (
            <Notice tone="negative" live="assertive" title={<Trans>Something went wrong</Trans>}>
              <Trans>Your details were not saved. Please try again.</Trans>
            </Notice>
          )}
          <Controller
            control={form.control}
            name="email"
            rules={{ required: t`Email is required`, pattern: { value: emailShape, message: t`Must be a valid email` } }}
            render={({ field, fieldState }) => (
              <TextField {...field} label={t`Email`} type="email" inputMode="email" autoComplete="email" error={fieldState.error?.message} />
            )}
          />
          <div role="group" aria-label={t`What we may write to you about`} className="flex flex-col gap-1">
            <Checkbox checked isDisabled onChange={() => {}}>
              <Trans>E-mails about my own payments and account</Trans>
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
