import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Header, Page, PageBody, TextLink, Title } from '@nikau/ui'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useProfile } from '../../lib/profile.ts'
import { EmailField, MailCheckboxes, type MailChoices, SaveProblem } from './ProfileFields.tsx'
import { useSaveProfile } from './useSaveProfile.ts'

/** The email for direct debit notices, and the person's choices about other emails. */
export function EmailScreen() {
  const { t } = useLingui()
  const profile = useProfile()
  const navigate = useNavigate()
  const { save, error, isPending } = useSaveProfile()
  const form = useForm<MailChoices & { email: string }>({
    mode: 'onTouched',
    defaultValues: { email: profile.email ?? '', featureUpdates: profile.featureUpdates, marketingUpdates: profile.marketingUpdates },
  })
  const submit = form.handleSubmit(async (values) => {
    if (await save(values)) await navigate(paths.linkBankAccount)
  })
  return (
    <Page>
      <Header backHref={paths.bankAccounts} backLabel={t`Back`} />
      <PageBody>
        <form className="flex flex-col gap-6 pt-2" noValidate onSubmit={(event) => void submit(event)}>
          <Title lede={<Trans>We’ll email you before every direct debit.</Trans>}>
            <Trans>Your email</Trans>
          </Title>
          <SaveProblem error={error} />
          <EmailField control={form.control} />
          <MailCheckboxes control={form.control} />
          <p className="text-label text-ink-2">
            <Trans>
              What we do with it is in our <TextLink href={paths.privacy}>privacy statement</TextLink>.
            </Trans>
          </p>
          <Button type="submit" full busy={isPending} busyLabel={t`Saving`}>
            <Trans>Submit</Trans>
          </Button>
        </form>
      </PageBody>
    </Page>
  )
}
