import { type OfflineCodeSet, offlineCodeSet } from '@nikau/contract/patron-codes'
import * as z from 'zod/mini'
import { keepRecord, readRecord } from './encrypted-record.ts'
import { offlineCodesDatabase } from './erase-records.ts'

// The codes that pay without signal, as the device keeps them.

export interface KeptCodes {
  set: OfflineCodeSet
  /** Codes that the person says have paid. */
  usedIds: string[]
}

const content = z.object({ set: offlineCodeSet, usedIds: z.array(z.string()) })

export async function keepOfflineCodes(userId: string, codes: KeptCodes): Promise<void> {
  await keepRecord(offlineCodesDatabase, userId, JSON.stringify(z.encode(content, codes)))
}

/** The codes of this person; without a name, of the person who signed in last, for a start without signal. Those of another person are erased. */
export async function readOfflineCodes(userId: string | undefined): Promise<KeptCodes | undefined> {
  return (await readCodes(userId))?.codes
}

/** The person says that a code has paid, so it is not shown again. */
export async function markCodeUsed(codeId: string): Promise<void> {
  const kept = await readCodes(undefined)
  if (kept) await keepOfflineCodes(kept.userId, { ...kept.codes, usedIds: [...kept.codes.usedIds, codeId] })
}

/** Those that can still pay, in the order of their windows. */
export const codesLeft = ({ set, usedIds }: KeptCodes, now: Date): OfflineCodeSet['codes'] =>
  set.codes.filter((code) => code.expiresAt > now && !usedIds.includes(code.id))

async function readCodes(userId: string | undefined): Promise<{ userId: string; codes: KeptCodes } | undefined> {
  const kept = await readRecord(offlineCodesDatabase, userId)
  return kept && { userId: kept.userId, codes: z.decode(content, JSON.parse(kept.text) as z.input<typeof content>) }
}
