import {
  closeCollection,
  createCollection,
  createRedemptionCondition,
  getCollection,
  getCollectionSummary,
  issueTokens,
  listCollections,
  listRedemptions,
  listTokenIssues,
} from '@nikau/contract/collections'
import { bind, type Server } from '../../http/bind.ts'
import { close } from './close.ts'
import { allow, create } from './create.ts'
import { type AcceptDeps, issue } from './issue.ts'
import { list, listIssues, read, redemptions, summarise } from './read.ts'

export function collectionRoutes(server: Server, deps: AcceptDeps): void {
  bind(server, createCollection, ({ actor, source, body }) => create(deps, { person: actor, source }, body))
  bind(server, listCollections, ({ actor, query }) => list(deps, actor, query))
  bind(server, getCollection, ({ actor, params }) => read(deps, actor, params.id))
  bind(server, closeCollection, ({ actor, source, params }) => close(deps, { person: actor, source }, params.id))
  bind(server, createRedemptionCondition, ({ actor, source, params, body }) => allow(deps, { person: actor, source }, params.id, body))
  bind(server, issueTokens, ({ actor, source, params, body }) => issue(deps, { person: actor, source }, params.id, body))
  bind(server, listTokenIssues, ({ actor, params, query }) => listIssues(deps, actor, params.id, query))
  bind(server, getCollectionSummary, ({ actor, params }) => summarise(deps, actor, params.id))
  bind(server, listRedemptions, ({ actor, params, query }) => redemptions(deps, actor, params.id, query))
}
