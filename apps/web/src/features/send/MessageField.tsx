import { useLingui } from '@lingui/react/macro'
import { CountedField } from '../../lib/CountedField.tsx'

export function MessageField({ value, onChange }: { value: string; onChange: (message: string) => void }) {
  const { t } = useLingui()
  return <CountedField name={t`Message`} value={value} maxLength={100} onChange={onChange} enterKeyHint="next" />
}
