import { createPatronCode } from '@nikau/contract/patron-codes'
import { bind, type Server } from '../../http/bind.ts'
import { create, type PatronCodeDeps } from './create.ts'

export function patronCodeRoutes(server: Server, deps: PatronCodeDeps): void {
  bind(server, createPatronCode, ({ actor, body }) => create(deps, actor, body))
}
