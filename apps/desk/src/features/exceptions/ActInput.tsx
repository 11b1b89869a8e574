import { Trans, useLingui } from '@lingui/react/macro'
import type { ActField, ExceptionDetail } from '@nikau/contract/desk/exceptions'
import { format } from '@nikau/money'
import { shortDate } from '@nikau/nz/nz-time'
import { AccountNumberField, Checkbox, Radio, RadioGroup, SelectField, TextField } from '@nikau/ui'
import { CentsField } from '../../parts/CentsField.tsx'
import { Mono } from '../../parts/Mono.tsx'
import { type Entered, type Payee, textOf } from './content.ts'
import { kindTexts } from './kinds.ts'
import { inputNames, optionNames } from './texts.ts'

interface ActInputProps {
  field: ActField
  value: Entered[string]
  differences: ExceptionDetail['differences']
  isWrong: boolean
  onChange: (value: Entered[string]) => void
}

/** One part of an act's content. What the exception says already is shown and not asked. */
export function ActInput({ field, value, differences, isWrong, onChange }: ActInputProps) {
  const { i18n, t } = useLingui()
  const { name, input, options = [] } = field
  const label = inputNames[name] ? i18n._(inputNames[name]) : name
  const error = isWrong && <Trans>This is needed.</Trans>
  switch (input) {
    case 'fixed':
      return (
        <div className="dk-fixed">
          <span className="dk-sub">{label}</span>
          <Mono>{textOf(value)}</Mono>
        </div>
      )
    case 'amount':
      return <CentsField label={label} value={typeof value === 'string' ? value : ''} onChange={onChange} isWrong={isWrong} />
    case 'choice':
      return (
        <SelectField
          label={label}
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
          error={error}
          options={[
            ...(value === undefined ? [{ value: '', text: t`Choose` }] : []),
            ...options.map((option) => ({ value: option, text: optionNames[option] ? i18n._(optionNames[option]) : option })),
          ]}
        />
      )
    case 'yes-no':
      return (
        <RadioGroup
          label={label}
          value={value === undefined ? null : value === true ? 'yes' : 'no'}
          onChange={(answer) => onChange(answer === 'yes')}
          error={error || undefined}
        >
          <Radio value="yes" look="plain">
            <Trans>Yes</Trans>
          </Radio>
          <Radio value="no" look="plain">
            <Trans>No</Trans>
          </Radio>
        </RadioGroup>
      )
    case 'payee': {
      const payee = value as Payee
      return (
        <>
          <TextField
            label={<Trans>Name of the account’s holder</Trans>}
            value={payee.name}
            maxLength={100}
            autoComplete="off"
            onChange={(holder) => onChange({ ...payee, name: holder })}
            error={isWrong && payee.name.trim() === '' && error}
          />
          <AccountNumberField
            label={<Trans>Bank account number</Trans>}
            value={payee.number}
            onChange={(number) => onChange({ ...payee, number })}
            error={isWrong && payee.name.trim() !== '' && <Trans>This is no New Zealand account number.</Trans>}
          />
        </>
      )
    }
    case 'differences':
      return <DifferencesField label={label} chosen={value as readonly string[]} differences={differences} error={error} onChange={onChange} />
    case 'lines':
      return (
        <TextField
          label={label}
          hint={<Trans>Numbers of lines that fail instead, with commas. Usually none.</Trans>}
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
          error={isWrong && <Trans>Only numbers and commas.</Trans>}
        />
      )
    case 'account':
    case 'text':
      return <TextField label={label} value={typeof value === 'string' ? value : ''} maxLength={200} autoComplete="off" onChange={onChange} error={error} />
  }
}

interface DifferencesFieldProps {
  label: string
  chosen: readonly string[]
  differences: ExceptionDetail['differences']
  error: React.ReactNode
  onChange: (value: readonly string[]) => void
}

function DifferencesField({ label, chosen, differences, error, onChange }: DifferencesFieldProps) {
  const { i18n } = useLingui()
  return (
    <fieldset className="dk-differences">
      <legend className="n-label">{label}</legend>
      {differences.length === 0 ? (
        <p className="dk-sub">
          <Trans>No other difference of this account is open.</Trans>
        </p>
      ) : (
        differences.map(({ id, kind, day, subject, excess }) => {
          const sum = format(excess, { plus: true })
          const on = shortDate(new Date(`${day}T12:00:00+12:00`))
          const name = i18n._(kindTexts[kind].name)
          return (
            <Checkbox
              key={id}
              checked={chosen.includes(id)}
              onChange={(isChosen) => onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))}
            >
              <Trans>
                {id}: {name}, {on}, {subject}, {sum}
              </Trans>
            </Checkbox>
          )
        })
      )}
      {error && <p className="n-error">{error}</p>}
    </fieldset>
  )
}
