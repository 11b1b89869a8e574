import type { ReactNode, Ref } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField'
import { Icon } from '../icon/Icon.tsx'

/** What every text input has in common. Spread a react-hook-form field into it: value, onChange, onBlur, name and ref fit. */
export interface FieldProps extends Pick<
  AriaTextFieldProps,
  | 'onBlur'
  | 'onFocus'
  | 'name'
  | 'id'
  | 'isDisabled'
  | 'isReadOnly'
  | 'isRequired'
  | 'autoFocus'
  | 'autoComplete'
  | 'inputMode'
  | 'type'
  | 'maxLength'
  | 'enterKeyHint'
> {
  label: ReactNode
  value: string
  onChange: (value: string) => void
  /** One line under the label, always there. */
  hint?: ReactNode | undefined
  /** A sentence; the field is wrong as long as there is one. Give it after the field was left, not while it is being filled in. */
  error?: ReactNode | undefined
  /** Set at the end of the label's line: a counter, "optional". */
  aside?: ReactNode | undefined
  /** The label is only spoken; for a search field whose icon says enough. */
  hideLabel?: boolean | undefined
  placeholder?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

interface FrameProps extends Omit<FieldProps, 'placeholder' | 'ref'> {
  children: ReactNode
  className?: string | undefined
}

/** Label above, control, sentence below; react-aria ties them together for screen readers. */
export function FieldFrame({ label, hint, error, aside, hideLabel, children, className = 'n-fieldset', ...rest }: FrameProps) {
  return (
    <AriaTextField {...rest} className={className} isInvalid={Boolean(error)} validationBehavior="aria">
      <div className={hideLabel ? 'n-hidden' : 'n-label-line'}>
        <Label className="n-label">{label}</Label>
        {aside !== undefined && <span className="n-label-aside">{aside}</span>}
      </div>
      {hint !== undefined && (
        <Text slot="description" className="n-hint">
          {hint}
        </Text>
      )}
      {children}
      <FieldError className="n-error">
        <Icon name="problem" size="s" />
        <span>{error}</span>
      </FieldError>
    </AriaTextField>
  )
}
