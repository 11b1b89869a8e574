import { Trans, useLingui } from '@lingui/react/macro'
import { formatMobileInternational } from '@nikau/nz/phone'
import { Button, Card, Receipt, ReceiptRow } from '@nikau/ui'
import { useForm } from 'react-hook-form'
import { useProfile } from '../../lib/profile.ts'
import { toast } from '../../lib/toasts.ts'
import { NameFields, type Names, SaveProblem, useSaveProfile } from '../profile/index.ts'
import { type SectionProps, SectionTitle } from './SectionTitle.tsx'

/** The person's name, which can be changed, and the mobile number, which identifies them. */
export function ProfileSection({ level }: SectionProps) {
  const { t } = useLingui()
  const { givenName = '', familyName = '', phone } = useProfile()
  const { save, error, isPending } = useSaveProfile()
  const form = useForm<Names>({ mode: 'onTouched', values: { givenName, familyName } })
  const submit = form.handleSubmit(async (names) => {
    if (await save(names)) toast({ text: t`Saved` })
  })
  return (
    <form className="flex flex-col gap-6" noValidate onSubmit={(event) => void submit(event)}>
      <SectionTitle level={level}>
        <Trans>Profile</Trans>
      </SectionTitle>
      {phone !== undefined && (
        <Card sunk={level === 2}>
          <Receipt>
            <ReceiptRow name={<Trans>Mobile number</Trans>}>{formatMobileInternational(phone)}</ReceiptRow>
          </Receipt>
          <p className="pt-1 text-label font-normal text-ink-2">
            <Trans>You sign in with it, and we text your codes to it.</Trans>
          </p>
        </Card>
      )}
      <SaveProblem error={error} />
      <NameFields control={form.control} />
      <Button type="submit" full busy={isPending} busyLabel={t`Saving`} isDisabled={!form.formState.isDirty}>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}
