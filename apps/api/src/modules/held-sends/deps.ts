import type { Clock, Db, Ids } from '@nikau/runtime'
import type { PayeeDeps } from '../payees/index.ts'
import type { HeldSendLimits } from './rules.ts'

export interface HeldSendDeps extends PayeeDeps {
  db: Db
  clock: Clock
  ids: Ids
  heldSends: HeldSendLimits
  /** The web app's origin, for links in messages. */
  webOrigin: string
}
