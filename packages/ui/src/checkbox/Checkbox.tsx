import { useId, type ReactNode, type Ref } from 'react'
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox'
import { Icon } from '../icon/Icon.tsx'

export interface CheckboxProps {
  children: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  onBlur?: (() => void) | undefined
  name?: string | undefined
  isDisabled?: boolean | undefined
  /** Error text; marks the checkbox as invalid. */
  error?: ReactNode
  ref?: Ref<HTMLInputElement> | undefined
}

export function Checkbox({ children, checked, onChange, onBlur, name, isDisabled = false, error, ref }: CheckboxProps) {
  const errorId = useId()
  return (
    <div>
      <AriaCheckbox
        className="n-checkbox"
        isSelected={checked}
        onChange={onChange}
        isDisabled={isDisabled}
        isInvalid={Boolean(error)}
        validationBehavior="aria"
        {...(onBlur ? { onBlur } : {})}
        {...(name ? { name } : {})}
        {...(ref ? { inputRef: ref } : {})}
        {...(error ? { 'aria-describedby': errorId } : {})}
      >
        <span className="n-checkbox-box" aria-hidden>
          <Icon name="check" size="s" />
        </span>
        <span>{children}</span>
      </AriaCheckbox>
      {Boolean(error) && (
        <p className="n-error" id={errorId}>
          <Icon name="problem" size="s" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
