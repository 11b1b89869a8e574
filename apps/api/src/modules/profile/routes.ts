import { confirmEmail, updateProfile } from '@nikau/contract/profile'
import { bind, type Server } from '../../http/bind.ts'
import { confirm } from './confirm.ts'
import { type ProfileDeps, update } from './update.ts'

export function profileRoutes(server: Server, deps: ProfileDeps): void {
  bind(server, updateProfile, ({ actor, body }) => update(deps, actor.personId, body))
  bind(server, confirmEmail, ({ body }) => confirm(deps, body.token))
}
