import { useLingui } from '@lingui/react/macro'
import type { Lasts } from './draft.ts'

export function useLastsOptions(): { value: Lasts; text: string }[] {
  const { t } = useLingui()
  return [
    { value: '1-month', text: t`1 month from when it’s given` },
    { value: '3-month', text: t`3 months from when it’s given` },
    { value: '1-year', text: t`1 year from when it’s given` },
    { value: '3-year', text: t`3 years from when it’s given` },
    { value: '5-year', text: t`5 years from when it’s given` },
    { value: 'day', text: t`To a day you choose` },
  ]
}
