import { Trans } from '@lingui/react/macro'
import { Button, Dialog, TextAreaField } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import type { DeskError } from '../../lib/desk-error.ts'
import { useCanAct } from '../../lib/desk-hooks.ts'
import { Refusal } from '../../parts/Refusal.tsx'

interface AskNoteProps {
  title: ReactNode
  text: ReactNode
  /** Of the button that does it. */
  label: ReactNode
  busyLabel: string
  isBusy: boolean
  isDanger?: boolean
  error: DeskError | null
  onSubmit: (note: string) => void
  onClose: () => void
}

/** Asks for a note before something is done. */
export function AskNote({ title, text, label, busyLabel, isBusy, isDanger = false, error, onSubmit, onClose }: AskNoteProps) {
  const canAct = useCanAct()
  const [note, setNote] = useState('')
  const [isTried, setIsTried] = useState(false)
  const submit = () => {
    setIsTried(true)
    if (note.trim().length >= 3) onSubmit(note.trim())
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button
            full
            variant={isDanger ? 'destructive' : 'filled'}
            busy={isBusy}
            busyLabel={busyLabel}
            needsSignal={false}
            isDisabled={!canAct}
            onPress={submit}
          >
            {label}
          </Button>
          <Button full variant="outlined" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <div className="dk-dialog-form">
        <p>{text}</p>
        {error && <Refusal error={error} title={<Trans>Not done</Trans>} />}
        <TextAreaField
          label={<Trans>Note</Trans>}
          hint={<Trans>Kept for ever with your name.</Trans>}
          rows={3}
          maxLength={500}
          value={note}
          onChange={setNote}
          error={isTried && note.trim().length < 3 && <Trans>Say why, in at least 3 characters.</Trans>}
        />
      </div>
    </Dialog>
  )
}
