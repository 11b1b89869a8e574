import { useLingui } from '@lingui/react/macro'

/** What a screen reader says of a barcode: its digits in fours. */
export function useCodeLabel(): (barcode: string | undefined) => string {
  const { t } = useLingui()
  return (barcode) => {
    if (barcode === undefined) return t`Barcode`
    const digits = barcode.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
    return t`Barcode ${digits}`
  }
}
