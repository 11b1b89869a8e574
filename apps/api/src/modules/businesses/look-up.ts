import type { RegisteredBusiness } from '@nikau/contract/businesses'
import { parseNzbn } from '@nikau/nz/nzbn'
import type { BusinessRegister } from '@nikau/rails/nzbn-register'
import type { Log } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'

type Refused = 'INVALID_NZBN' | 'NZBN_NOT_FOUND' | 'REGISTER_UNAVAILABLE'

export async function lookUp(
  { register, log }: { register: BusinessRegister | undefined; log: Log },
  written: string,
): Promise<RegisteredBusiness | Refusal<Refused>> {
  const nzbn = parseNzbn(written)
  if (nzbn === undefined) return refuse('INVALID_NZBN')
  const result = await register?.find(nzbn)
  if (result?.outcome === 'not-found') return refuse('NZBN_NOT_FOUND')
  if (result?.outcome === 'unavailable') log.warn({ reason: result.reason }, 'business register unavailable')
  if (result?.outcome !== 'found') return refuse('REGISTER_UNAVAILABLE')
  const { isActive, ...business } = result.business
  return { ...business, active: isActive }
}
