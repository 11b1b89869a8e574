import { createOfflineCodes, type TillSettings } from '@nikau/contract/patron-codes'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { eraseOfflineCodes } from '../../lib/erase-records.ts'
import { reloadTillSettings } from '../../lib/till-settings.ts'
import { keepOfflineCodes, type KeptCodes, markCodeUsed, readOfflineCodes } from '../../lib/offline-codes.ts'
import { isSetDue, paysWithoutSignal } from './code-life.ts'
import { keepPageFiles } from './keep-page-files.ts'

const retryMs = 60_000

export interface OfflineCodes {
  /** Undefined while they are read. */
  kept: KeptCodes | null | undefined
  markUsed: (codeId: string) => void
}

interface Renewal {
  userId: string
  /** Of the person, once loaded. */
  settings: TillSettings | undefined
  hasSignal: boolean
  now: Date
}

/** The codes that this device keeps for shops without signal. Without a person: those of the person who signed in last. */
export function useOfflineCodes(renewal: Renewal | undefined): OfflineCodes {
  const [kept, setKept] = useState<KeptCodes | null>()
  const userId = renewal?.userId
  useEffect(() => {
    readOfflineCodes(userId).then(
      (found) => setKept(found ?? null),
      () => setKept(null), // a browser that keeps nothing, for example in a private window
    )
  }, [userId])
  useRenewal(renewal, kept, setKept)
  return {
    kept,
    markUsed: (codeId) => {
      setKept((before) => before && { ...before, usedIds: [...before.usedIds, codeId] })
      void markCodeUsed(codeId)
    },
  }
}

/** Fetches a set while there is signal, and erases it when the person has switched it off. */
function useRenewal(renewal: Renewal | undefined, kept: KeptCodes | null | undefined, setKept: (kept: KeptCodes | null) => void): void {
  const triedAt = useRef(-Infinity)
  const { userId, settings, hasSignal, now } = renewal ?? {}
  const isOn = settings && paysWithoutSignal(settings)
  const isOff = isOn === false && kept !== null && kept !== undefined
  useEffect(() => {
    if (isOff) void eraseOfflineCodes().then(() => setKept(null))
    // oxlint-disable-next-line react/exhaustive-deps -- setKept always does the same
  }, [isOff])
  const isChanged = kept !== null && kept?.set.limit !== settings?.noSignalLimit
  const isDue = isOn === true && hasSignal === true && kept !== undefined && now !== undefined && (isSetDue(kept?.set, now) || isChanged)
  const minute = Math.floor((now?.getTime() ?? 0) / retryMs)
  useEffect(() => {
    if (!isDue || userId === undefined || performance.now() - triedAt.current < retryMs) return
    triedAt.current = performance.now()
    const fetchSet = async () => {
      const set = await call(createOfflineCodes, { body: {} })
      const codes = { set, usedIds: [] }
      await keepOfflineCodes(userId, codes)
      setKept(codes)
      if (set.limit !== settings?.noSignalLimit) reloadTillSettings() // or this set would be due again
      await keepPageFiles()
    }
    fetchSet().catch(async (error: unknown) => {
      if (!(error instanceof CallError && error.isRefusal)) return // tried again later
      await eraseOfflineCodes()
      setKept(null)
    })
    // oxlint-disable-next-line react/exhaustive-deps -- setKept always does the same
  }, [isDue, minute, userId])
}
