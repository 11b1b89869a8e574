import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { useStoredValue } from '../../lib/stored-value.ts'
import { toast } from '../../lib/toasts.ts'
import { currentTurn, tillKeys, useOfflineSince } from '../till-device/index.ts'
import { noteSender, onNotesSent, useNotes } from './notes.ts'

const againAfterMs = 5000

/** Sends what was noted as soon as there is a connection and somebody at the till. */
export function useSendNotes(): void {
  const { t } = useLingui()
  const isOffline = useOfflineSince() !== undefined
  const turn = useStoredValue(currentTurn)
  const waiting = useNotes().filter(({ refusal }) => !refusal).length
  const tell = useEffectEvent((count: number) => {
    toast({ text: t`${plural(count, { one: '# noted sale is', other: '# noted sales are' })} recorded now` })
    void queryClient.invalidateQueries({ queryKey: tillKeys.all })
  })
  useEffect(() => onNotesSent((notes) => tell(notes.length)), [])
  useEffect(() => {
    if (isOffline || !turn || waiting === 0) return undefined
    void noteSender.run()
    const timer = setInterval(() => void noteSender.run(), againAfterMs)
    return () => clearInterval(timer)
  }, [isOffline, turn, waiting])
}
