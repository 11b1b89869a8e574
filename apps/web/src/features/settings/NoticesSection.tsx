import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextLink } from '@nikau/ui'
import { useForm } from 'react-hook-form'
import { paths } from '../../lib/paths.ts'
import { useProfile } from '../../lib/profile.ts'
import { toast } from '../../lib/toasts.ts'
import { MailCheckboxes, type MailChoices, SaveProblem, useSaveProfile } from '../profile/index.ts'
import { type SectionProps, SectionTitle } from './SectionTitle.tsx'

/** The choices about emails. Notices about safety and payments always come. */
export function NoticesSection({ level }: SectionProps) {
  const { t } = useLingui()
  const { featureUpdates, marketingUpdates } = useProfile()
  const { save, error, isPending } = useSaveProfile()
  const form = useForm<MailChoices>({ values: { featureUpdates, marketingUpdates } })
  const submit = form.handleSubmit(async (choices) => {
    if (await save(choices)) toast({ text: t`Saved` })
  })
  return (
    <form className="flex flex-col gap-6" noValidate onSubmit={(event) => void submit(event)}>
      <SectionTitle level={level} lede={<Trans>What we can email you about. Emails about your payments and account can’t be switched off.</Trans>}>
        <Trans>Emails from us</Trans>
      </SectionTitle>
      <SaveProblem error={error} />
      <MailCheckboxes control={form.control} />
      <p className="text-label font-normal text-ink-2">
        <Trans>
          What we do with it is in our <TextLink href={paths.privacy}>privacy statement</TextLink>.
        </Trans>
      </p>
      <Button type="submit" full busy={isPending} busyLabel={t`Saving`} isDisabled={!form.formState.isDirty}>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}
