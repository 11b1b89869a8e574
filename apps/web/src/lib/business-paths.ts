/** The paths of the portal's screens, below the base path. Apart from the wallet's, whose pages carry nothing of the portal. */
export const businessPaths = {
  home: '/business',
  payments: '/business/payments',
  payment: (requestId: string) => `/business/payments/${encodeURIComponent(requestId)}`,
  payouts: '/business/payouts',
  payout: (payoutId: string) => `/business/payouts/${encodeURIComponent(payoutId)}`,
  /** With the query `link`: shows that one. */
  take: (linkId?: string) => `/business/take${linkId === undefined ? '' : `?link=${encodeURIComponent(linkId)}`}`,
  poster: (linkId?: string) => `/business/take/poster${linkId === undefined ? '' : `?link=${encodeURIComponent(linkId)}`}`,
  /** The person's own code for tills, and the way to the till. */
  takeTill: '/business/take/till',
  tokens: '/business/tokens',
  token: (collectionId: string) => `/business/tokens/${encodeURIComponent(collectionId)}`,
  tokenPoster: (collectionId: string) => `/business/tokens/${encodeURIComponent(collectionId)}/poster`,
  newToken: '/business/tokens/new',
  team: '/business/team',
  developers: '/business/developers',
  apiKeys: '/business/developers/keys',
  /** With the query `webhook`: the deliveries of that one. */
  webhooks: (webhookId?: string) => `/business/developers/webhooks${webhookId === undefined ? '' : `?webhook=${encodeURIComponent(webhookId)}`}`,
  delivery: (webhookId: string, deliveryId: string) =>
    `/business/developers/webhooks/${encodeURIComponent(deliveryId)}?webhook=${encodeURIComponent(webhookId)}`,
  requests: '/business/developers/requests',
  settings: '/business/settings',
  /** Who changed what. */
  changes: '/business/settings/changes',
  open: '/business/open',
  openStep: (step: string) => `/business/open/${encodeURIComponent(step)}`,
}

/** The staff till: a page of its own too, below the base path. */
export const tillPath = '/till'

/** The merchant portal is a page of its own, which no router of the wallet opens. */
export const isBusinessPath = (path: string) => /^\/business(?:[/?#]|$)/.test(path)
