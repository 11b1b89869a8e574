import { useLingui } from '@lingui/react/macro'
import { AmountField, Button, Sheet } from '@nikau/ui'
import { type ReactNode, useId, useRef, useState } from 'react'
import { normaliseAmount } from './amount-input.ts'

interface AmountSheetProps {
  /** What is set; also the name of the field. */
  title: string
  text: string
  onChange: (text: string) => void
  submitLabel: ReactNode
  isPending: boolean
  /** Answers false if the amount cannot be set; the field then shows why. */
  onSubmit: () => boolean
  /** Why the amount cannot be set. */
  invalidText: ReactNode
  below: ReactNode
  /** Why the last attempt failed. */
  error?: ReactNode
  otherAction?: ReactNode
  onClose: () => void
  children?: ReactNode
}

/** Sets one amount. */
export function AmountSheet({
  title,
  text,
  onChange,
  submitLabel,
  isPending,
  onSubmit,
  invalidText,
  below,
  error,
  otherAction,
  onClose,
  children,
}: AmountSheetProps) {
  const { t } = useLingui()
  const form = useId()
  const [isInvalid, setIsInvalid] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const submit = () => {
    const isValid = onSubmit()
    setIsInvalid(!isValid)
    if (!isValid) field.current?.focus()
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={title}
      closeLabel={t`Close`}
      actions={
        <>
          <Button full type="submit" form={form} busy={isPending} busyLabel={t`Saving`}>
            {submitLabel}
          </Button>
          {otherAction}
        </>
      }
    >
      <form id={form} className="flex flex-col gap-4 pt-2" noValidate onSubmit={(event) => (event.preventDefault(), submit())}>
        {error}
        <AmountField label={title} ref={field} value={text} onChange={onChange} normalise={normaliseAmount} error={isInvalid && invalidText} below={below} />
        {children}
      </form>
    </Sheet>
  )
}
