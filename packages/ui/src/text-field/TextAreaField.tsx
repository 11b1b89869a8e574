import { FieldFrame, useField, type FieldProps } from '../field/Field.tsx'

export function TextAreaField({ rows = 4, ref, ...field }: Omit<FieldProps<HTMLTextAreaElement>, 'type'> & { rows?: number | undefined }) {
  const { frame, control } = useField(field)
  return (
    <FieldFrame {...frame}>
      <div className="n-input">
        <textarea {...control} ref={ref} rows={rows} />
      </div>
    </FieldFrame>
  )
}
