import {
  acknowledgeTransfer,
  cancelAssetTransfer,
  claimAssetTransfer,
  claimAssetTransferByLink,
  createAssetTransfer,
  declineAssetTransfer,
  getAssetTransfer,
  getAssetTransferSummary,
  listAssetTransfers,
  listClaimedTransfers,
  remindAssetTransfer,
  reportAssetTransfer,
  resolveClaimableAssets,
} from '@nikau/contract/asset-transfers'
import { bind, type Server } from '../../http/bind.ts'
import { cancel, resend } from './cancel.ts'
import { claim, claimAll, claimByLink } from './claim.ts'
import { send, type SendDeps } from './create.ts'
import { decline, report } from './decline.ts'
import { acknowledge, list, listClaimed, read, summarise } from './read.ts'

export function assetTransferRoutes(server: Server, deps: SendDeps): void {
  bind(server, createAssetTransfer, ({ body, ...call }) => send(deps, call, body))
  bind(server, getAssetTransferSummary, ({ params }) => summarise(deps, params.id))
  bind(server, getAssetTransfer, ({ actor, params }) => read(deps, actor, params.id))
  bind(server, listAssetTransfers, ({ actor, params, query }) => list(deps, actor, params.accountId, query))
  bind(server, cancelAssetTransfer, ({ actor, params }) => cancel(deps, actor, params.id))
  bind(server, remindAssetTransfer, ({ actor, params }) => resend(deps, actor, params.id))
  bind(server, claimAssetTransfer, ({ actor, params }) => claim(deps, actor, params.id))
  bind(server, claimAssetTransferByLink, ({ actor, params, body }) => claimByLink(deps, actor, params.id, body.linkKey))
  bind(server, declineAssetTransfer, ({ actor, params }) => decline(deps, actor, params.id))
  bind(server, reportAssetTransfer, ({ actor, params, body }) => report(deps, actor, params.id, body))
  bind(server, resolveClaimableAssets, ({ actor }) => claimAll(deps, actor))
  bind(server, listClaimedTransfers, ({ actor }) => listClaimed(deps, actor))
  bind(server, acknowledgeTransfer, ({ actor, params }) => acknowledge(deps, actor, params.id))
}
