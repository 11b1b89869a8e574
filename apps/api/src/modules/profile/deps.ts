import type { Clock, Db, Ids, Secret } from '@nikau/runtime'

export interface ProfileDeps {
  db: Db
  clock: Clock
  ids: Ids
  /** Signs the links in confirmation emails. */
  secret: Secret
  /** The web app's origin, for those links. */
  webOrigin: string
}
