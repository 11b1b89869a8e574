import { money, timestamp } from '@nikau/contract'
import { type Cents, format } from '@nikau/money'
import * as z from 'zod/mini'
import { keepRecord, readRecord } from './encrypted-record.ts'
import { eraseRecord, keptHomeDatabase, signedOutChannel } from './erase-records.ts'
import { keptActivityCount, type WalletActivity } from './wallet-activities.ts'

// The last balance and activity, as the device keeps them for the time without signal: docs/decisions/0153.

const maxAgeMs = 7 * 86_400_000

export interface KeptHome {
  /** When the balance was the available one. */
  asOf: Date
  givenName: string | undefined
  available: Cents
  activities: WalletActivity[]
}

const optionalText = z.optional(z.string())

/** The rows as they are shown; `formattedAmount` follows from the value. */
const activity = z.object({
  key: z.string(),
  type: z.custom<WalletActivity['type']>((value) => typeof value === 'string'),
  value: money,
  partyName: optionalText,
  createdAt: timestamp,
  topupId: optionalText,
  assetTransferId: optionalText,
})
const content = z.object({ asOf: timestamp, givenName: optionalText, available: money, activities: z.array(activity) })

/** Signed out in another tab, while this one still has its session. */
let isSignedOutElsewhere = false
new BroadcastChannel(signedOutChannel).addEventListener('message', () => (isSignedOutElsewhere = true))

export async function keepHome(userId: string, home: KeptHome, isSigningOut: () => boolean): Promise<void> {
  const activities = home.activities.slice(0, keptActivityCount)
  const text = JSON.stringify(z.encode(content, { ...home, activities }))
  await keepRecord(keptHomeDatabase, userId, text, () => !isSignedOutElsewhere && !isSigningOut())
}

/** What was kept of this person; without a name, of the person who signed in last. Older than seven days it is erased. */
export async function readKeptHome(userId: string | undefined, now: Date): Promise<KeptHome | undefined> {
  const kept = await readRecord(keptHomeDatabase, userId)
  if (!kept) return undefined
  const { activities, givenName, ...home } = z.decode(content, JSON.parse(kept.text) as z.input<typeof content>)
  if (now.getTime() - home.asOf.getTime() > maxAgeMs) {
    await eraseRecord(keptHomeDatabase)
    return undefined
  }
  return {
    ...home,
    givenName,
    activities: activities.map(({ partyName, ...entry }) => ({ ...entry, partyName, formattedAmount: format(entry.value, { plus: true }) })),
  }
}
