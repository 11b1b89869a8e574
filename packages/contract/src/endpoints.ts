import * as z from 'zod/mini'
import * as accounts from './accounts.ts'
import * as apiKeys from './api-keys.ts'
import * as assetTransfers from './asset-transfers.ts'
import * as assets from './assets.ts'
import * as audit from './audit.ts'
import * as bankAccounts from './bank-accounts.ts'
import * as bankTopUps from './bank-topups.ts'
import * as businesses from './businesses.ts'
import * as cardVerification from './card-verification.ts'
import * as collections from './collections.ts'
import * as connections from './connections.ts'
import type { Endpoint } from './endpoint.ts'
import * as fees from './fees.ts'
import * as fixedCodes from './fixed-codes.ts'
import * as fundsTransfers from './funds-transfers.ts'
import * as heldSends from './held-sends.ts'
import * as integrators from './integrators.ts'
import * as mediaUploads from './media-uploads.ts'
import * as members from './members.ts'
import * as merchantConfigs from './merchant-configs.ts'
import * as merchantPayments from './merchant-payments.ts'
import * as merchants from './merchants.ts'
import * as oneOffPayments from './one-off-payments.ts'
import * as patronCodes from './patron-codes.ts'
import * as ownLimits from './own-limits.ts'
import * as payees from './payees.ts'
import * as paymentActivities from './payment-activities.ts'
import * as paymentLinks from './payment-links.ts'
import * as paymentRequestActions from './payment-request-actions.ts'
import * as paymentRequests from './payment-requests.ts'
import * as payouts from './payouts.ts'
import * as permissions from './permissions.ts'
import * as portalEvents from './portal-events.ts'
import * as profile from './profile.ts'
import * as proof from './proof.ts'
import * as quotas from './quotas.ts'
import * as refunds from './refunds.ts'
import * as requestLog from './request-log.ts'
import * as restOfPayment from './rest-of-payment.ts'
import * as safety from './safety.ts'
import * as statements from './statements.ts'
import * as tillPayments from './till-payments.ts'
import * as tills from './tills.ts'
import * as wallets from './wallets.ts'
import * as webhooks from './webhooks.ts'

const features: readonly Readonly<Record<string, unknown>>[] = [
  accounts,
  mediaUploads,
  members,
  tills,
  tillPayments,
  audit,
  profile,
  wallets,
  statements,
  assets,
  quotas,
  assetTransfers,
  payees,
  heldSends,
  ownLimits,
  safety,
  bankAccounts,
  fundsTransfers,
  bankTopUps,
  apiKeys,
  businesses,
  merchants,
  merchantConfigs,
  integrators,
  fees,
  payouts,
  merchantPayments,
  paymentLinks,
  paymentRequests,
  paymentRequestActions,
  restOfPayment,
  refunds,
  paymentActivities,
  patronCodes,
  oneOffPayments,
  cardVerification,
  collections,
  fixedCodes,
  connections,
  permissions,
  webhooks,
  requestLog,
  portalEvents,
  proof,
]

/** Every endpoint under the name it is exported with, for the OpenAPI document and the tests that cover all endpoints. */
export const endpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  features.flatMap((feature) => Object.entries(feature).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))),
)

/** Every exported object schema under its type name (`paymentRequest` is `PaymentRequest`), for the OpenAPI document. */
export const namedSchemas: ReadonlyMap<string, z.ZodMiniType> = new Map(
  features.flatMap((feature) =>
    Object.entries(feature).flatMap(([name, value]) => (value instanceof z.ZodMiniObject ? [[name[0]!.toUpperCase() + name.slice(1), value] as const] : [])),
  ),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value
}
