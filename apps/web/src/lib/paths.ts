/** The paths of all screens, below the base path. Screens link through these and never through strings of their own. */
export const base = '/deimos'

/** The parts of the settings that are screens of their own. */
export const settingsSections = ['profile', 'email', 'notices', 'language', 'appearance'] as const
export type SettingsSection = (typeof settingsSections)[number]

/** The pages of the component showcase, in their order. */
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

export const paths = {
  home: '/',
  activity: '/activity',
  receipt: (id: string) => `/activity/${encodeURIComponent(id)}`,
  asset: (id: string) => `/assets/${encodeURIComponent(id)}`,
  issuer: (slug: string) => `/token-issuer/${encodeURIComponent(slug)}`,
  issuerDetails: (slug: string) => `/token-issuer/${encodeURIComponent(slug)}/details`,
  topup: '/topup',
  /** Where a person returns from the bank at which they approved a top-up. */
  bankTopupReturn: (id: string) => `/topup/bank/${encodeURIComponent(id)}`,
  scan: '/scan',
  myCodes: '/my-codes',
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
  passkeys: '/security',
  settings: '/settings',
  settingsSection: (section: SettingsSection) => `/settings/${section}`,
  help: '/help',
  terms: '/terms',
  privacy: '/privacy',
  proof: '/proof',
  safety: '/safety',
  freeze: '/safety/freeze',
  devices: '/safety/devices',
  securityActivity: '/safety/activity',
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
  send: '/send',
  sendStep: (step: 'amount' | 'first-time' | 'purpose' | 'warning' | 'check' | 'sent') => `/send?step=${step}`,
  sendAssetsSelect: '/send/assets-select',
  /** The address that a recipient is sent; also the sender's side of it. */
  assetTransfer: (id: string) => `/transfer/${encodeURIComponent(id)}`,
  /** With the query `connectionId`: what wallets.json names as Nikau's connect address. */
  authoriseConnection: '/connect',
  connect: (id: string) => `/connect/${encodeURIComponent(id)}`,
  ownLimits: '/safety/limits',
  permissions: '/safety/permissions',
  permission: (id: string) => `/safety/permissions/${encodeURIComponent(id)}`,
  shownName: '/safety/name',
  trustedPeople: '/safety/trusted',
  heldSend: (id: string) => `/send/held/${encodeURIComponent(id)}`,
  opinionRequest: (id: string) => `/opinions/${encodeURIComponent(id)}`,
  confirmEmail: '/confirm-email',
  undoEmail: '/undo-email',
  config: '/config',
  components: '/components',
  component: (name: ComponentPage) => `/components/${name}`,
  /** Guides open over another screen: their path is that screen's path with a suffix. */
  guides: (beneath: string, ...guide: [category: string, page: string] | []) =>
    [beneath === '/' ? '' : beneath, 'guides', ...guide.map(encodeURIComponent)].join('/'),
}

/** The full URL of a path, for links without a router. */
export const urlOf = (path: string) => new URL(base + path, location.origin).href

export interface GuidesAt {
  /** The path of the screen beneath, which closing the guides returns to. */
  beneath: string
  category?: string | undefined
  page?: string | undefined
}

/** Splits the guides' suffix off a path. */
export function guidesAt(pathname: string): GuidesAt | undefined {
  const match = /^(.*)\/guides(?:\/([^/]+)(?:\/([^/]+))?)?\/?$/.exec(pathname)
  return match ? { beneath: match[1] || '/', category: match[2], page: match[3] } : undefined
}
