import { useId, type FocusEventHandler, type HTMLAttributes, type HTMLInputTypeAttribute, type ReactNode, type Ref } from 'react'
import { Icon } from '../icon/Icon.tsx'

/** Props of all text inputs; a react-hook-form field can be spread into them. */
export interface FieldProps<Element extends HTMLInputElement | HTMLTextAreaElement = HTMLInputElement> {
  label: ReactNode
  value: string
  onChange: (value: string) => void
  onBlur?: FocusEventHandler<Element> | undefined
  onFocus?: FocusEventHandler<Element> | undefined
  name?: string | undefined
  id?: string | undefined
  isDisabled?: boolean | undefined
  isReadOnly?: boolean | undefined
  isRequired?: boolean | undefined
  autoFocus?: boolean | undefined
  autoComplete?: string | undefined
  inputMode?: HTMLAttributes<Element>['inputMode'] | undefined
  enterKeyHint?: HTMLAttributes<Element>['enterKeyHint'] | undefined
  type?: HTMLInputTypeAttribute | undefined
  maxLength?: number | undefined
  placeholder?: string | undefined
  /** One line under the label, always visible. */
  hint?: ReactNode
  /** Error text; marks the field as invalid. Set it after blur, not while typing. */
  error?: ReactNode
  /** At the end of the label: a counter, "optional". */
  aside?: ReactNode
  /** The label is for screen readers only. */
  hideLabel?: boolean | undefined
  ref?: Ref<Element> | undefined
}

/** What the field passes to its input. */
export function useField<Element extends HTMLInputElement | HTMLTextAreaElement>(props: Omit<FieldProps<Element>, 'ref'>) {
  const { label, hint, error, aside, hideLabel, isDisabled, isReadOnly, isRequired, onChange, id, ...rest } = props
  const own = useId()
  const input = id ?? own
  const wrong = Boolean(error)
  const described = [hint === undefined ? '' : `${input}-hint`, wrong ? `${input}-error` : ''].filter(Boolean).join(' ')
  return {
    frame: { input, label, hint, error, aside, hideLabel },
    control: {
      ...rest,
      id: input,
      disabled: isDisabled,
      readOnly: isReadOnly,
      'aria-required': isRequired || undefined,
      'aria-invalid': wrong || undefined,
      'aria-describedby': described || undefined,
      onChange: (event: { currentTarget: Element }) => onChange(event.currentTarget.value),
    },
  }
}

type FrameProps = ReturnType<typeof useField>['frame'] & { children: ReactNode }

/** Label, control, error text. */
export function FieldFrame({ input, label, hint, error, aside, hideLabel, children }: FrameProps) {
  return (
    <div className="n-fieldset">
      <div className={hideLabel ? 'n-hidden' : 'n-label-line'}>
        <label className="n-label" htmlFor={input}>
          {label}
        </label>
        {aside !== undefined && <span className="n-label-aside">{aside}</span>}
      </div>
      {hint !== undefined && (
        <span className="n-hint" id={`${input}-hint`}>
          {hint}
        </span>
      )}
      {children}
      {Boolean(error) && (
        <p className="n-error" id={`${input}-error`}>
          <Icon name="problem" size="s" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
