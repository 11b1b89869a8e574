import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextField } from '@nikau/ui'
import { useState } from 'react'

/** Enters a code as text; handled like a scanned code. */
export function CodeForm({ label, hint, busy, onCode }: { label: string; hint: string; busy?: boolean | undefined; onCode: (text: string) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const submit = () => {
    if (!text.trim()) return setError(t`Enter a payment link`)
    setError(undefined)
    return onCode(text)
  }
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={(event) => (event.preventDefault(), submit())}>
      <TextField label={label} hint={hint} value={text} onChange={setText} error={error} inputMode="url" autoComplete="off" />
      <Button type="submit" full busy={busy} busyLabel={t`Looking up the code`}>
        <Trans>Continue</Trans>
      </Button>
    </form>
  )
}
