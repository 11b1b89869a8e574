import { confirmEmail, undoEmailChange, updateProfile } from '@nikau/contract/profile'
import { bind, type Server } from '../../http/bind.ts'
import { confirm } from './confirm.ts'
import type { ProfileDeps } from './deps.ts'
import { undo } from './undo.ts'
import { update } from './update.ts'

export function profileRoutes(server: Server, deps: ProfileDeps): void {
  bind(server, updateProfile, (call) => update(deps, call))
  bind(server, confirmEmail, ({ body }) => confirm(deps, body.token))
  bind(server, undoEmailChange, ({ body, source }) => undo(deps, body.token, source))
}
