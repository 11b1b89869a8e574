import type { ReactNode } from 'react'
import { FieldFrame, useField, type FieldProps } from '../field/Field.tsx'

export interface TextFieldProps extends FieldProps {
  /** Fixed text before the value, such as +64. */
  prefix?: ReactNode
  /** An icon before the value. */
  icon?: ReactNode
  /** An icon, an Avatar or an IconButton after the value. */
  end?: ReactNode
  size?: 's' | 'm' | undefined
}

export function TextField({ prefix, icon, end, size, ref, ...field }: TextFieldProps) {
  const { frame, control } = useField(field)
  return (
    <FieldFrame {...frame}>
      <div className="n-input" data-size={size}>
        {icon}
        {prefix !== undefined && <span className="n-input-prefix">{prefix}</span>}
        <input {...control} ref={ref} />
        {end !== undefined && <span className="n-input-end">{end}</span>}
      </div>
    </FieldFrame>
  )
}
