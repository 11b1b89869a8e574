import { confirmEmail, updateProfile } from '@nikau/contract/profile'
import { bind, type Server } from '../../http/bind.ts'
import { confirm } from './confirm.ts'
import { type ProfileMeans, update } from './update.ts'

export function profileRoutes(server: Server, means: ProfileMeans): void {
  bind(server, updateProfile, ({ actor, body }) => update(means, actor.personId, body))
  bind(server, confirmEmail, ({ body }) => confirm(means, body.token))
}
