import { Trans, useLingui } from '@lingui/react/macro'
import { Button, MailIcon, Notice } from '@nikau/ui'
import { useForm } from 'react-hook-form'
import { useProfile } from '../../lib/profile.ts'
import { toast } from '../../lib/toasts.ts'
import { EmailField, SaveProblem, useSaveProfile } from '../profile/index.ts'
import { type SectionProps, SectionTitle } from './SectionTitle.tsx'

/** The email address. A new one is confirmed by the link that is sent to it. */
export function EmailSection({ level }: SectionProps) {
  const { t } = useLingui()
  const { email = '', emailVerified } = useProfile()
  const { save, error, isPending } = useSaveProfile()
  const form = useForm<{ email: string }>({ mode: 'onTouched', values: { email } })
  const send = async (address: string) => {
    if (await save({ email: address })) toast({ text: t`Check your inbox for our link` })
  }
  const submit = form.handleSubmit((values) => send(values.email))
  return (
    <form className="flex flex-col gap-6" noValidate onSubmit={(event) => void submit(event)}>
      <SectionTitle level={level} lede={<Trans>For direct debit notices, changes to your account, and codes when a text doesn’t arrive.</Trans>}>
        <Trans>Email</Trans>
      </SectionTitle>
      {email !== '' && !emailVerified && (
        <Notice icon={<MailIcon />} title={<Trans>Not confirmed yet</Trans>} level={level === 1 ? 2 : 3}>
          <p className="pb-3">
            <Trans>Open the link that we sent to {email}.</Trans>
          </p>
          {/* Saving the same address sends another link. */}
          <Button variant="outlined" size="s" isDisabled={isPending} onPress={() => void send(email)}>
            <Trans>Send a new link</Trans>
          </Button>
        </Notice>
      )}
      <SaveProblem error={error} />
      <EmailField control={form.control} />
      <Button type="submit" full busy={isPending} busyLabel={t`Saving`} isDisabled={!form.formState.isDirty}>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}
