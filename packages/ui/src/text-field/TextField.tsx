import type { ReactNode } from 'react'
import { Input } from 'react-aria-components/Input'
import { FieldFrame, type FieldProps } from '../field/Field.tsx'

export interface TextFieldProps extends FieldProps {
  /** Fixed text before the value, such as +64. */
  prefix?: ReactNode | undefined
  /** An icon before the value. */
  icon?: ReactNode | undefined
  /** An icon, a mark or an IconButton after the value. */
  end?: ReactNode | undefined
  size?: 's' | 'm' | undefined
}

export function TextField({ prefix, icon, end, size, placeholder = '', ref, ...rest }: TextFieldProps) {
  return (
    <FieldFrame {...rest}>
      <div className="n-input" data-size={size}>
        {icon}
        {prefix !== undefined && <span className="n-input-prefix">{prefix}</span>}
        <Input ref={ref} placeholder={placeholder} />
        {end !== undefined && <span className="n-input-end">{end}</span>}
      </div>
    </FieldFrame>
  )
}
