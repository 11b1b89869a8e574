import { useRef, useState, type SubmitEvent } from 'react'
import { AccountNumberField, Button, Checkbox, Notice, NoticeLinks, TextField } from '../index.ts'
import { Specimen, Specimens } from './Specimens.tsx'

interface Values {
  name: string
  account: string
  agreed: boolean
}

function faults(values: Values): Partial<Record<keyof Values, string>> {
  return {
    ...(values.name.trim() === '' ? { name: 'Name on account is required' } : {}),
    ...(values.account === ''
      ? { account: 'Account number is required' }
      : /^\d{2}-\d{4}-\d{7}-\d{2,3}$/.test(values.account)
        ? {}
        : { account: 'Account number is invalid' }),
    ...(values.agreed ? {} : { agreed: 'You must agree in order to use Direct Debit' }),
  }
}

/** A form as in the app: errors show after blur or submit, and an invalid submit focuses the first invalid field. */
function SampleForm() {
  const [values, setValues] = useState<Values>({ name: '', account: '', agreed: false })
  const [touched, setTouched] = useState<ReadonlySet<keyof Values>>(new Set())
  const [sent, setSent] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  const account = useRef<HTMLInputElement>(null)
  const all = faults(values)
  const shown = (key: keyof Values) => (touched.has(key) ? all[key] : undefined)
  const touch = (...keys: (keyof Values)[]) => setTouched((before) => new Set([...before, ...keys]))
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    touch('name', 'account', 'agreed')
    if (all.name) name.current?.focus()
    else if (all.account) account.current?.focus()
    setSent(Object.keys(all).length === 0)
  }
  return (
    <form className="n-stack" onSubmit={send} noValidate>
      {sent && (
        <Notice tone="positive" title="Bank account linked" live="polite" level={3}>
          Nothing was sent: this is an example.
        </Notice>
      )}
      <TextField
        label="Name on account"
        value={values.name}
        onChange={(next) => setValues({ ...values, name: next })}
        onBlur={() => touch('name')}
        error={shown('name')}
        ref={name}
      />
      <AccountNumberField
        label="Account number"
        value={values.account}
        onChange={(next) => setValues({ ...values, account: next })}
        onBlur={() => touch('account')}
        error={shown('account')}
        ref={account}
      />
      <Checkbox checked={values.agreed} onChange={(next) => setValues({ ...values, agreed: next })} error={shown('agreed')}>
        I agree to the direct debit terms.
      </Checkbox>
      <Button type="submit" full>
        Link Bank Account
      </Button>
    </form>
  )
}

export function FormValidationPage() {
  return (
    <>
      <Specimens title="Live">
        <Specimen name="Errors after leaving a field; the first wrong field takes the focus">
          <SampleForm />
        </Specimen>
      </Specimens>
      <Specimens title="Messages">
        <Specimen name="Summary with links to the fields">
          <Notice tone="negative" title="Check two things" level={3}>
            <NoticeLinks
              links={[
                { href: '#account', text: 'Account number is invalid' },
                { href: '#agree', text: 'You must agree in order to use Direct Debit' },
              ]}
            />
          </Notice>
        </Specimen>
        <Specimen name="Below the field">
          <AccountNumberField
            label="Account number"
            value="12-3140-0171323-51"
            onChange={() => undefined}
            error="That number doesn't add up. Check the last digits of the account part."
          />
        </Specimen>
        <Specimen name="Disabled until there is something to send">
          <div className="n-stack">
            <TextField label="CVC" value="" onChange={() => undefined} />
            <Button full isDisabled>
              Submit
            </Button>
          </div>
        </Specimen>
      </Specimens>
    </>
  )
}
