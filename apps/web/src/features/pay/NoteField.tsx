import { Trans, useLingui } from '@lingui/react/macro'
import { Disclosure } from '@nikau/ui'
import { CountedField } from '../../lib/CountedField.tsx'

/** What the customer wants to tell the shop, such as a table number. */
export function NoteField({ value, onChange }: { value: string; onChange: (note: string) => void }) {
  const { t } = useLingui()
  return (
    <Disclosure closed title={<Trans>Note to the shop</Trans>} aside={value.trim() === '' ? undefined : <Trans>Added</Trans>}>
      <CountedField
        name={t`Note`}
        value={value}
        maxLength={140}
        onChange={onChange}
        hint={<Trans>The shop sees it with your payment, and not who you are.</Trans>}
        enterKeyHint="done"
      />
    </Disclosure>
  )
}
