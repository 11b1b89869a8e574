import type { DeviceTill, Till } from '@nikau/contract/tills'
import type { Db } from '@nikau/runtime'
import { limitsOf } from './limits.ts'
import { selectConfigId, type TillRow } from './store.ts'

export function toTill(row: TillRow, personName?: string): Till {
  return {
    id: row.id,
    name: row.name,
    merchantId: row.merchantId,
    merchantName: row.merchantName,
    liveness: row.test ? 'test' : 'main',
    status: row.switchedOffAt ? 'off' : row.pairedAt ? 'paired' : 'waiting',
    createdAt: row.createdAt,
    ...(row.pairedAt && { pairedAt: row.pairedAt }),
    ...(row.lastUsedAt && { lastUsedAt: row.lastUsedAt }),
    ...(personName !== undefined && { personName }),
  }
}

export async function toDeviceTill(db: Db, row: TillRow): Promise<DeviceTill> {
  const configId = await selectConfigId(db, row.merchantId)
  return {
    id: row.id,
    name: row.name,
    merchantId: row.merchantId,
    merchantName: row.merchantName,
    accountId: row.accountId,
    accountName: row.accountName,
    liveness: row.test ? 'test' : 'main',
    ...(configId !== undefined && { configId }),
    ...(row.gstNumber !== null && { gstNumber: row.gstNumber }),
    limits: await limitsOf(db, row.merchantId),
  }
}
