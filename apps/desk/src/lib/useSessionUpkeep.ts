import { useEffect } from 'react'
import { useDesk, useDeskState } from './desk-context.ts'

const readEveryMs = 60_000
const inputEveryMs = 60_000
const awayEveryMs = 5_000

/** Keeps the session as the server has it: reads it now and then, reports the operator's input, and looks when it should lock or end. */
export function useSessionUpkeep(): void {
  const desk = useDesk()
  const { access, session, isAway } = useDeskState()

  useEffect(() => {
    const read = () => void desk.readSession({ isBackground: true }).catch(() => {})
    if (access === 'unknown') read()
    if (access === 'signed-out') return undefined
    const timer = setInterval(read, isAway ? awayEveryMs : readEveryMs)
    return () => clearInterval(timer)
  }, [desk, access, isAway])

  useEffect(() => {
    if (access !== 'open' || !session) return undefined
    const next = Math.min(session.locksAt.getTime(), session.endsAt.getTime()) - desk.now().getTime()
    // Asked once it is certainly so; with the server away the screen locks by itself.
    const timer = setTimeout(() => void desk.readSession({ isBackground: true }).catch(() => desk.lock().catch(() => {})), Math.max(0, next) + 500)
    return () => clearTimeout(timer)
  }, [desk, access, session])

  useEffect(() => {
    if (access !== 'open') return undefined
    let sentAt = Date.now()
    const hear = ({ isTrusted }: Event) => {
      if (!isTrusted || Date.now() - sentAt < inputEveryMs) return
      sentAt = Date.now()
      void desk.recordInput().catch(() => {})
    }
    addEventListener('keydown', hear, true)
    addEventListener('pointerdown', hear, true)
    return () => {
      removeEventListener('keydown', hear, true)
      removeEventListener('pointerdown', hear, true)
    }
  }, [desk, access])
}
