import type { PatronCode } from '@nikau/contract/patron-codes'
import { eraseOfflineCodes } from './erase-records.ts'

/** While the app runs: a person who returns to the barcode finds the same code. */
let kept: { userId: string; code: PatronCode } | undefined

export const keptPatronCode = (userId: string): PatronCode | undefined => (kept?.userId === userId ? kept.code : undefined)

export function keepPatronCode(userId: string, code: PatronCode): void {
  kept = { userId, code }
}

/** After its use: a code pays once. */
export function forgetPatronCode(): void {
  kept = undefined
}

/** After a report or a freeze: the server accepts none of the codes that this device has. */
export async function forgetAllCodes(): Promise<void> {
  forgetPatronCode()
  await eraseOfflineCodes()
}
