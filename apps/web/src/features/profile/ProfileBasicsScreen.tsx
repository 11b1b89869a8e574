import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Header, Page, PageBody, Title } from '@nikau/ui'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useProfile } from '../../lib/profile.ts'
import { NameFields, type Names, SaveProblem } from './ProfileFields.tsx'
import { useSaveProfile } from './useSaveProfile.ts'

/** The person's name, required before a direct debit can be authorised. */
export function ProfileBasicsScreen() {
  const { t } = useLingui()
  const profile = useProfile()
  const navigate = useNavigate()
  const { save, error, isPending } = useSaveProfile()
  const form = useForm<Names>({ mode: 'onTouched', defaultValues: { givenName: profile.givenName ?? '', familyName: profile.familyName ?? '' } })
  const submit = form.handleSubmit(async (names) => {
    if (await save(names)) await navigate(paths.profileEmail)
  })
  return (
    <Page>
      <Header backHref={paths.bankAccounts} backLabel={t`Back`} />
      <PageBody>
        <form className="flex flex-col gap-6 pt-2" noValidate onSubmit={(event) => void submit(event)}>
          <Title lede={<Trans>Your bank needs your name before it allows a direct debit.</Trans>}>
            <Trans>Your name</Trans>
          </Title>
          <SaveProblem error={error} />
          <NameFields control={form.control} />
          <Button type="submit" full busy={isPending} busyLabel={t`Saving`}>
            <Trans>Submit</Trans>
          </Button>
        </form>
      </PageBody>
    </Page>
  )
}
