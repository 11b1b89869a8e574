import { Trans } from '@lingui/react/macro'
import { cents, decimal, parseDollars } from '@nikau/money'
import { TextField } from '@nikau/ui'
import { useState } from 'react'

interface CentsFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  isWrong: boolean
}

/** Dollars on the screen, cents as text for the caller. */
export function CentsField({ label, value, onChange, isWrong }: CentsFieldProps) {
  const [text, setText] = useState(value === '' ? '' : decimal(cents(value)))
  return (
    <TextField
      label={label}
      prefix="$"
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={(typed) => {
        setText(typed)
        const parsed = parseDollars(typed)
        onChange(parsed === undefined ? '' : String(parsed))
      }}
      error={isWrong && <Trans>Enter an amount.</Trans>}
    />
  )
}
