/** Where everything is, below the base path. Screens link through these, never through a string of their own. */
export const base = '/deimos'

/** The pages of the component guide, in the order in which it lists them. */
export const componentPages = [
  'colors',
  'typography',
  'spacing',
  'icons',
  'asset-medias',
  'buttons',
  'lists',
  'list-items',
  'radio-groups',
  'form-validation',
  'input',
  'bars',
  'barcodes',
  'progress-indicators',
] as const
export type ComponentPage = (typeof componentPages)[number]

/** Where a bank may send a customer back to: `/{bank}/oidc-callback`. */
export const returnBanks = ['pnz', 'bnz', 'westpac', 'asb'] as const

export const paths = {
  home: '/',
  activity: '/activity',
  movement: (id: string) => `/activity/${encodeURIComponent(id)}`,
  asset: (id: string) => `/assets/${encodeURIComponent(id)}`,
  issuer: (slug: string) => `/token-issuer/${encodeURIComponent(slug)}`,
  issuerDetails: (slug: string) => `/token-issuer/${encodeURIComponent(slug)}/details`,
  topup: '/topup',
  scan: '/scan',
  pay: (requestId: string) => `/pay/${encodeURIComponent(requestId)}`,
  paymentSummary: (requestId: string) => `/pay/${encodeURIComponent(requestId)}/summary`,
  farmlandsPay: (requestId: string) => `/farmlands/pay/${encodeURIComponent(requestId)}`,
  farmlandsVerify: (requestId: string) => `/farmlands/pay/${encodeURIComponent(requestId)}/verify`,
  paymentTest: '/test',
  limits: '/limits',
  giftStation: '/giftstation',
  payWithWallet: (requestId: string) => `/nikau/pay/${encodeURIComponent(requestId)}`,
  notFound: '/404',
  locations: '/locations',
  signingIn: '/oidc-callback',
  signedOut: '/logout/oidc-callback',
  authTest: '/auth',
  signUp: '/signup',
  security: '/security',
  bankAccounts: '/bank-accounts',
  linkBankAccount: '/link-bank-account',
  profileBasics: '/link-bank-account/profile-basics',
  profileEmail: '/link-bank-account/email',
  authorizeBank: (id: string) => `/link-bank-account/${encodeURIComponent(id)}/authorize`,
  bankTopup: (id: string) => `/bank-accounts/${encodeURIComponent(id)}/topup`,
  withdraw: '/withdraw',
  withdrawLink: '/withdraw/link-bank-account',
  withdrawTo: (id: string) => `/withdraw/bank-accounts/${encodeURIComponent(id)}`,
  transfer: (id: string) => `/transfers/${encodeURIComponent(id)}`,
  confirmEmail: '/confirm-email',
  config: '/config',
  components: '/components',
  component: (name: ComponentPage) => `/components/${name}`,
  /** The guides lie over another screen: their address is that screen's, with a tail. */
  guides: (beneath: string, ...guide: [category: string, page: string] | []) =>
    [beneath === '/' ? '' : beneath, 'guides', ...guide.map(encodeURIComponent)].join('/'),
}

/** The address of a path for the browser itself, where no router stands between. */
export const addressOf = (path: string) => new URL(base + path, location.origin).href

export interface GuidesAt {
  /** The path of the screen beneath, to which closing returns. */
  beneath: string
  category?: string | undefined
  page?: string | undefined
}

/** Whether a path ends in the guides' tail, and what it lies over. */
export function guidesAt(pathname: string): GuidesAt | undefined {
  const match = /^(.*)\/guides(?:\/([^/]+)(?:\/([^/]+))?)?\/?$/.exec(pathname)
  return match ? { beneath: match[1] || '/', category: match[2], page: match[3] } : undefined
}
