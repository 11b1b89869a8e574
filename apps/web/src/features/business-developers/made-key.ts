import type { ApiKey } from '@nikau/contract/api-keys'

/** A key with its secret, as the answer that made it has it. */
export type MadeKey = ApiKey & { secret: string }
