import { Trans, useLingui } from '@lingui/react/macro'
import { TextField, type TextFieldProps } from '@nikau/ui'

interface CountedFieldProps extends Omit<TextFieldProps, 'label' | 'aside' | 'value' | 'onChange'> {
  name: string
  value: string
  maxLength: number
  onChange: (text: string) => void
}

/** A short text that may be left out, with a count of its characters. */
export function CountedField({ name, value, maxLength, onChange, ...field }: CountedFieldProps) {
  const { t } = useLingui()
  const count = value.length
  return (
    <TextField
      {...field}
      label={
        <Trans>
          {name} <span className="font-normal text-ink-2">(optional)</span>
        </Trans>
      }
      aside={
        <span aria-label={t`${count} of ${maxLength} characters`}>
          <Trans>
            {count} of {maxLength}
          </Trans>
        </span>
      }
      value={value}
      onChange={(text) => onChange(cut(text, maxLength))}
      autoComplete="off"
    />
  )
}

/** Never ends inside a character that takes two code units, such as an emoji. */
const cut = (text: string, maxLength: number) => text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
