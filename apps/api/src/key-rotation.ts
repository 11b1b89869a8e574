import { setTimeout as sleep } from 'node:timers/promises'
import { countSealedByKey, createVault, type Db, field, type KeyRing, readConfig, resealBatch, type SealedColumn } from '@nikau/runtime'
import { z } from 'zod'
import { bankFields, webhookFields } from './config.ts'
import { sealedAuthorities, sealedBankNumbers } from './modules/bank-accounts/index.ts'
import { sealedBankFiles } from './modules/bank-files/index.ts'
import { sealedPaymentTokens, sealedSessionTokens } from './modules/card-payments/index.ts'
import { sealedFixedCodeKeys } from './modules/fixed-codes/index.ts'
import { sealedProposalPayees } from './modules/operations/index.ts'
import { sealedPayeeNumbers } from './modules/outgoing-payments/index.ts'
import { sealedBankCredentials, sealedBankPayers } from './modules/pay-by-bank/index.ts'
import { sealedSigningKeys, webhookKeyRing } from './modules/webhooks/index.ts'

/** Every column that each variable seals. */
export const sealedColumns = {
  BANK_NUMBER_KEYS: [
    sealedBankNumbers,
    sealedAuthorities,
    sealedBankFiles,
    sealedBankCredentials,
    sealedBankPayers,
    sealedPayeeNumbers,
    sealedProposalPayees,
    sealedSessionTokens,
    sealedPaymentTokens,
  ],
  WEBHOOK_SECRET: [sealedSigningKeys, sealedFixedCodeKeys],
} as const satisfies Record<string, SealedColumn[]>

const { BANK_NUMBER_KEYS, BANK_NUMBER_FINGERPRINTS } = bankFields()
const schema = z.object({ DATABASE_URL: field.secret(), BANK_NUMBER_KEYS, BANK_NUMBER_FINGERPRINTS, WEBHOOK_SECRET: webhookFields().WEBHOOK_SECRET })

export type RotationConfig = z.output<typeof schema>
export const readRotationConfig = (env: NodeJS.ProcessEnv): RotationConfig => readConfig(schema, env)

/**
 * Seals everything again with the first key of each variable. Each batch is a transaction, so it can be interrupted and run again at
 * any time, beside running processes. Returns true when no value is left under another key.
 */
export async function rotateKeys(db: Db, config: RotationConfig, options: { batchSize: number; print: (line: string) => void }): Promise<boolean> {
  const vault = createVault({ keys: config.BANK_NUMBER_KEYS, fingerprintKey: config.BANK_NUMBER_FINGERPRINTS })
  const isVaultDone = await rotateVariable(db, 'BANK_NUMBER_KEYS', vault, options)
  return (await rotateVariable(db, 'WEBHOOK_SECRET', webhookKeyRing(config.WEBHOOK_SECRET), options)) && isVaultDone
}

async function rotateVariable(
  db: Db,
  variable: keyof typeof sealedColumns,
  ring: KeyRing,
  { batchSize, print }: { batchSize: number; print: (line: string) => void },
): Promise<boolean> {
  for (const column of sealedColumns[variable]) {
    const count = await resealAll(db, ring, column, batchSize)
    print(`${variable}: ${column.name}: ${count} sealed again`)
  }
  const left = await countByKey(db, sealedColumns[variable])
  for (const keyId of ring.keyIds.filter((id) => id !== ring.currentKeyId)) {
    const count = left.get(keyId) ?? 0
    print(
      count === 0
        ? `${variable}: nothing is sealed with key ${keyId}. Remove it once every process runs with ${ring.currentKeyId} in front.`
        : `${variable}: ${count} values are still sealed with key ${keyId}: they are locked or new. Run this again and keep the key.`,
    )
  }
  for (const [keyId, count] of left)
    if (!ring.keyIds.includes(keyId)) print(`${variable}: ${count} values are sealed with key ${keyId}, which is not configured: they cannot be opened.`)
  return [...left].every(([keyId, count]) => keyId === ring.currentKeyId || count === 0)
}

/** Passes over the column until a pass finds nothing; rows that were locked in one pass are tried again in the next. */
async function resealAll(db: Db, ring: KeyRing, column: SealedColumn, batchSize: number): Promise<number> {
  let total = 0
  for (let pass = 1; pass <= 5; pass++) {
    for (;;) {
      const count = await resealBatch(db, ring, column, batchSize)
      total += count
      if (count === 0) break
    }
    const left = await countByKey(db, [column])
    if (ring.keyIds.every((keyId) => keyId === ring.currentKeyId || !left.has(keyId))) break
    await sleep(200)
  }
  return total
}

async function countByKey(db: Db, columns: readonly SealedColumn[]): Promise<Map<string, number>> {
  const left = new Map<string, number>()
  for (const column of columns) for (const { keyId, count } of await countSealedByKey(db, column)) left.set(keyId, (left.get(keyId) ?? 0) + count)
  return left
}
