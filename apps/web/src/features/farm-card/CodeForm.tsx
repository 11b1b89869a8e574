import { Trans, useLingui } from '@lingui/react/macro'
import { CodeField } from '@nikau/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'

const errorTexts = { required: <Trans>Code is required</Trans>, length: <Trans>Code must be 6 digits</Trans> }

/** Six digits, submitted by the button and not by the last digit, because attempts are limited. */
export function CodeForm({ id, refused, onSubmit }: { id: string; refused: boolean; onSubmit: (code: string) => void }) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const [error, setError] = useState<keyof typeof errorTexts>()
  const input = useRef<HTMLInputElement>(null)
  const [wasRefused, setWasRefused] = useState(refused)
  if (refused !== wasRefused) {
    setWasRefused(refused)
    // A wrong code is not worth another try.
    if (refused) setCode('')
  }
  // On mount and after a wrong code.
  useEffect(() => input.current?.focus(), [refused])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = code === '' ? 'required' : code.length === 6 ? undefined : 'length'
    setError(problem)
    if (problem) input.current?.focus()
    else onSubmit(code)
  }
  return (
    <form id={id} className="farm-code" noValidate onSubmit={submit}>
      <CodeField
        label={t`6-digit code`}
        hideLabel
        value={code}
        ref={input}
        onChange={(value) => {
          setCode(value)
          setError(undefined)
        }}
        error={error && errorTexts[error]}
      />
    </form>
  )
}
