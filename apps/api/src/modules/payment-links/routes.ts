import {
  archivePaymentLink,
  createPaymentLink,
  createPaymentLinkRequest,
  getPaymentLinkSummary,
  listPaymentLinks,
  printPaymentLink,
} from '@nikau/contract/payment-links'
import { sourceOf } from '@nikau/runtime'
import { bind, type Server } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { CreateDeps } from '../payment-requests/index.ts'
import { archiveLink, type LinkDeps, listLinks, makeLink } from './manage.ts'
import { readSummary, requestOf } from './open.ts'
import { printLink } from './print.ts'
import { callsPerMinute } from './rules.ts'

export function paymentLinkRoutes(server: Server, deps: CreateDeps & LinkDeps): void {
  const { limiter } = server
  /** Of one link from one address. Reading and requesting count apart, so that a page that waits does not use up the customer's press. */
  const overLimit = async (what: string, address: string, id: string): Promise<Refusal<'RATE_LIMIT_EXCEEDED'> | undefined> =>
    (await limiter.consume(`payment-links ${what} ${sourceOf(address)} ${id}`, callsPerMinute)) > 0 ? refuse('RATE_LIMIT_EXCEEDED') : undefined
  bind(server, createPaymentLink, ({ actor, source, body }) => makeLink(deps, { actor, source }, body))
  bind(server, listPaymentLinks, ({ actor, query }) => listLinks(deps, actor, query.merchantId))
  bind(server, archivePaymentLink, ({ actor, source, params }) => archiveLink(deps, { actor, source }, params.id))
  bind(server, printPaymentLink, ({ actor, params, query }) => printLink(deps, actor, params.id, query.paper))
  bind(
    server,
    getPaymentLinkSummary,
    async ({ params, source }) => (await overLimit('read', source.address, params.id)) ?? (await readSummary(deps, params.id)),
  )
  bind(
    server,
    createPaymentLinkRequest,
    async ({ params, body, source }) => (await overLimit('request', source.address, params.id)) ?? (await requestOf(deps, params.id, body)),
  )
}
