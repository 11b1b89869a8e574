import { Trans, useLingui } from '@lingui/react/macro'
import { TextField } from '@nikau/ui'

const maxLength = 100

/** Never ends inside a character that takes two code units, such as an emoji. */
export function truncateMessage(text: string): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
}

export function MessageField({ value, onChange }: { value: string; onChange: (message: string) => void }) {
  const { t } = useLingui()
  const count = value.length
  return (
    <TextField
      label={
        <Trans>
          Message <span className="font-normal text-ink-2">(optional)</span>
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
      onChange={(text) => onChange(truncateMessage(text))}
      autoComplete="off"
      enterKeyHint="next"
    />
  )
}
