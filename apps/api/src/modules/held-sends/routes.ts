import {
  acceptTrust,
  addTrustedPerson,
  answerOpinionRequest,
  cancelHeldSend,
  createHeldSend,
  getHeldSend,
  getOpinionRequest,
  listHeldSends,
  listOpinionRequests,
  listTrustedPeople,
  removeTrustedPerson,
  requestOpinion,
} from '@nikau/contract/held-sends'
import { bind, type Server } from '../../http/bind.ts'
import { create } from './create.ts'
import type { HeldSendDeps } from './deps.ts'
import { cancel, list, read } from './manage.ts'
import * as opinions from './opinions.ts'
import * as trust from './trust.ts'

export function heldSendRoutes(server: Server, deps: HeldSendDeps): void {
  bind(server, createHeldSend, ({ actor, body }) => create(deps, actor, body))
  bind(server, listHeldSends, ({ actor }) => list(deps, actor))
  bind(server, getHeldSend, ({ actor, params }) => read(deps, actor, params.id))
  bind(server, cancelHeldSend, ({ actor, params }) => cancel(deps, actor, params.id))
  bind(server, listTrustedPeople, ({ actor }) => trust.list(deps, actor))
  bind(server, addTrustedPerson, ({ actor, body, source }) => trust.add(deps, actor, body.alias, source))
  bind(server, acceptTrust, ({ actor, params }) => trust.accept(deps, actor, params.id))
  bind(server, removeTrustedPerson, ({ actor, params, source }) => trust.remove(deps, actor, params.id, source))
  bind(server, requestOpinion, ({ actor, params, body }) => opinions.request(deps, actor, params.id, body.trustedPersonId))
  bind(server, listOpinionRequests, ({ actor }) => opinions.listMine(deps, actor))
  bind(server, getOpinionRequest, ({ actor, params }) => opinions.read(deps, actor, params.id))
  bind(server, answerOpinionRequest, ({ actor, params, body }) => opinions.answer(deps, actor, params.id, body.opinion))
}
