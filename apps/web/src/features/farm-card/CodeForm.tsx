import { Trans, useLingui } from '@lingui/react/macro'
import { CodeField } from '@nikau/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'

const sentences = { required: <Trans>Code is required</Trans>, length: <Trans>Code must be 6 digits</Trans> }

/** Six digits. Sent by the button and not by the last digit: there are only a few tries. `refused` when the last one was not right. */
export function CodeForm({ id, refused, onSubmit }: { id: string; refused: boolean; onSubmit: (code: string) => void }) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<keyof typeof sentences>()
  const input = useRef<HTMLInputElement>(null)
  // At first, and when the code is to be typed anew.
  useEffect(() => input.current?.focus(), [refused])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = code === '' ? 'required' : code.length === 6 ? undefined : 'length'
    setFault(wrong)
    if (wrong) input.current?.focus()
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
          setFault(undefined)
        }}
        error={fault && sentences[fault]}
      />
    </form>
  )
}
