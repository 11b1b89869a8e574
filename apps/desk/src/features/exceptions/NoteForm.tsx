import { Trans, useLingui } from '@lingui/react/macro'
import { noteException } from '@nikau/contract/desk/exceptions'
import { Button, TextAreaField } from '@nikau/ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useCanAct, useDeskMutation } from '../../lib/desk-hooks.ts'
import { Refusal } from '../../parts/Refusal.tsx'
import { KeyCap } from '../../parts/KeyHint.tsx'

const minNote = 3

interface NoteFormProps {
  ids: readonly string[]
  fieldRef?: RefObject<HTMLTextAreaElement | null>
  isFocused?: boolean
  hasKey?: boolean
  onDone?: () => void
  onCancel?: () => void
}

/** A note on one or several exceptions, kept for ever. */
export function NoteForm({ ids, fieldRef, isFocused, hasKey, onDone, onCancel }: NoteFormProps) {
  const { t } = useLingui()
  const canAct = useCanAct()
  const [note, setNote] = useState('')
  const [isShort, setIsShort] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  // One key for each exception and text: pressed twice it is noted once.
  const keys = useRef(new Map<string, string>())
  const own = useRef<HTMLTextAreaElement>(null)
  const field = fieldRef ?? own
  useEffect(() => {
    if (isFocused) field.current?.focus()
  }, [isFocused, field])
  const mutation = useDeskMutation(noteException)
  const press = async () => {
    if (note.trim().length < minNote) return setIsShort(true)
    setIsBusy(true)
    try {
      for (const id of ids) {
        const of = `${id} ${note.trim()}`
        const key = keys.current.get(of) ?? crypto.randomUUID()
        keys.current.set(of, key)
        await mutation.mutateAsync({ params: { id }, body: { key, note: note.trim() } })
      }
      setNote('')
      onDone?.()
    } catch {
      // Shown below, by the mutation.
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className="dk-note-form">
      {mutation.error && <Refusal error={mutation.error} title={<Trans>Not noted</Trans>} />}
      <TextAreaField
        ref={field}
        rows={2}
        maxLength={2000}
        label={<Trans>Note</Trans>}
        hint={<Trans>Kept for ever with your name. At least 3 characters.</Trans>}
        value={note}
        onChange={(text) => {
          setNote(text)
          if (text.trim().length >= minNote) setIsShort(false)
        }}
        error={isShort && <Trans>Say something, in at least 3 characters.</Trans>}
      />
      <div className="dk-buttons-end">
        {onCancel && (
          <Button size="s" variant="outlined" onPress={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
        <Button size="s" variant="tonal" busy={isBusy} busyLabel={t`Adding`} needsSignal={false} isDisabled={!canAct} onPress={() => void press()}>
          <Trans>Add note</Trans>
          {hasKey && <KeyCap>N</KeyCap>}
        </Button>
      </div>
    </div>
  )
}
