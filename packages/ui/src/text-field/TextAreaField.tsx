import type { Ref } from 'react'
import { TextArea } from 'react-aria-components/TextArea'
import { FieldFrame, type FieldProps } from '../field/Field.tsx'

export function TextAreaField({
  placeholder,
  rows = 4,
  ref,
  ...rest
}: Omit<FieldProps, 'ref'> & { rows?: number | undefined; ref?: Ref<HTMLTextAreaElement> | undefined }) {
  return (
    <FieldFrame {...rest}>
      <div className="n-input">
        <TextArea ref={ref} rows={rows} placeholder={placeholder} />
      </div>
    </FieldFrame>
  )
}
