import type { Page } from 'playwright'
import { businessLinkScreens } from './screens-business-links.ts'
import { businessScreens } from './screens-business.ts'
import { checkoutScreens, type Where } from './screens-checkout.ts'
import { codesScreens } from './screens-codes.ts'
import { connectionScreens } from './screens-connections.ts'
import { payScreens } from './screens-pay.ts'
import { safetyScreens } from './screens-safety.ts'
import { proofScreens } from './screens-proof.ts'
import { settingsScreens } from './screens-settings.ts'
import { tillScreens } from './screens-till.ts'
import { sendScreens } from './screens-send.ts'
import { transferScreens } from './screens-transfer.ts'
import type { PersonKey } from './signed-in.ts'

/** A screen to take screenshots of, with the seeded person whose data it shows. */
export interface ScreenToShow {
  name: string
  path: string
  /** Opens the screen, where a path is not enough. */
  open?: (page: Page, where: Where) => Promise<unknown>
  /** Its screenshot on a phone is in the README. */
  readme?: true
  /** The matching design picture, if there is one. */
  like?: string
  /** Text that must be on the screen before the screenshot is taken. */
  until: string
  /** The seeded person who is signed in, by key in db/seeds/people.json. */
  as?: PersonKey
  /** The config in local storage: flags, language, and whether the balance is hidden. */
  config?: Record<string, boolean | string>
  /** Links or buttons to click before the screenshot, by accessible name. */
  press?: readonly string[]
  /** Changes its page for good, so no other screen can use that. */
  alone?: true
  /** Other actions before those clicks. */
  act?: (page: Page) => Promise<unknown>
  /** The full page, not only the viewport. */
  full?: true
  /** Paths of requests that fail on this screen, because that is what it shows. Every other failed request is a fault (`pnpm walk`). */
  refused?: RegExp
  /** The geolocation of the visitor. */
  at?: { latitude: number; longitude: number }
}

const componentPages =
  'colors typography spacing icons asset-medias buttons lists list-items radio-groups form-validation input bars barcodes progress-indicators'
/** Waits for the home screen below the guides. */
const withHome = (page: Page) => page.getByText('See all').first().waitFor({ state: 'attached' })
const openMenu = (page: Page) => withHome(page).then(() => page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Menu' }).click())

const openIssuer = async (page: Page) => {
  await page.getByRole('link', { name: 'Flat White Society' }).click()
  await page.getByRole('heading', { name: 'Flat White Society' }).waitFor()
}

/** Waits until the map has stopped moving. */
const withPins = async (page: Page) => {
  await page.locator('.shop-pin').first().waitFor()
  await page.waitForTimeout(4000)
}

/** Replaces the camera by a canvas without a code. */
const withCamera = async (page: Page) => {
  await page.addInitScript(`navigator.permissions.query = async () => ({ state: 'granted' })
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 720, height: 1280 })
      const brush = canvas.getContext('2d')
      setInterval(() => {
        brush.fillStyle = 'dimgray'
        brush.fillRect(0, 0, 720, 1280)
        brush.fillStyle = 'linen'
        brush.fillRect(150, 400, 420, 500)
      }, 100)
      return canvas.captureStream(10)
    }`)
  await page.reload()
}

/** What Chromium does when an app can be installed: not here, where it has not been used for long enough. */
const withInstallPrompt = (page: Page) =>
  withHome(page).then(() => page.evaluate(`dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => {} }))`))
const asSafari = async (page: Page) => {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
  await page.addInitScript(`Object.defineProperty(navigator, 'userAgent', { get: () => '${userAgent}' })`)
  await page.reload()
}

const type = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
const typeAccount = (page: Page) => type(page, 'Name on account', 'M R Tūhoro').then(() => type(page, 'Account number', '12-3140-0171323-50'))

/** Links an account with a stubbed response, so that the seeded data stays unchanged. */
const linking = (refusal?: { message: string }) => async (page: Page) => {
  const linked = { id: 'linked', accountId: 'mine', bankAccountName: 'M R Tūhoro', bankAccountNumber: '12-••••-••••323-50', bank: { name: 'ASB' } }
  const rest = { createdAt: new Date().toISOString(), status: 'active', type: 'nikau', liveness: 'main', verified: false, verificationTriesLeft: 5 }
  const json = refusal ?? { ...linked, ...rest, directDebitAuthorized: true, recentTopups: [] }
  await page.route('**/api/bank-accounts', (route) => route.fulfill({ status: refusal ? 403 : 200, json }))
  await typeAccount(page)
  await page.getByText('I agree to').click()
  await page.getByRole('button', { name: 'Link Bank Account' }).click()
}

/** Changes the first bank account in the response. */
const changed = (change: object) => async (page: Page) => {
  await page.route('**/api/accounts/*/bank-accounts', async (route) => {
    const response = await route.fetch()
    const [first, ...rest] = (await response.json()) as object[]
    await route.fulfill({ response, json: [{ ...first, ...change }, ...rest] })
  })
  await page.reload()
}
const authorising = async (page: Page) => {
  await changed({ directDebitAuthorized: false })(page)
  await page.getByRole('radio').first().check({ force: true })
  await page.getByRole('link', { name: 'Authorise Direct Debit' }).click()
}
const withdrawing = async (page: Page, dollars: string) => {
  await page.getByRole('link', { name: 'BNZ' }).click()
  await type(page, 'Amount', dollars)
}

/** The rail of a desktop has a link with the same name. */
const submitWithdrawal = (page: Page) => page.locator('button[form="withdraw"], form#withdraw button[type="submit"]').click()
const refusedWithdrawal = async (page: Page) => {
  await page.route('**/api/withdrawals', (route) => route.fulfill({ status: 403, json: { message: 'INSUFFICIENT_WALLET_BALANCE', available: '100' } }))
  await withdrawing(page, '8')
  await submitWithdrawal(page)
}

const ponsonby = { latitude: -36.8552, longitude: 174.7433 }

export const screens: ScreenToShow[] = [
  { name: 'locations', path: '/locations', until: 'Nikau NZD' },
  { name: 'locations-near', path: '/locations', until: 'km', at: ponsonby },
  { name: 'locations-none', path: '/locations?name=nowhere', until: 'No shops' },
  { name: 'locations-map', path: '/locations?view=map', act: withPins, until: 'GeoNames' },
  { name: 'locations-shop', path: '/locations?view=map&shop=NnY7MsGigvyJTccmR7dPN4', act: withPins, until: '287 Ponsonby Road' },
  { name: 'scan', path: '/scan', as: 'mia', alone: true, act: withCamera, until: 'Point at a payment', like: 'scan' },
  { name: 'scan-explained', path: '/scan', as: 'mia', until: 'Turn on the camera' },
  { name: 'scan-no-camera', path: '/scan', as: 'mia', press: ['Turn on the camera'], until: 'No camera found' },
  { name: 'scan-type', path: '/scan', as: 'mia', press: ['Type the code'], until: 'Payment link' },
  { name: 'scan-mock', path: '/scan', as: 'mia', config: { mockQrScannerEnabled: true }, until: 'Scanned code' },
  { name: 'giftstation', path: '/giftstation', until: 'Get the app', full: true },
  { name: 'home', path: '/', as: 'mia', until: 'Payment ·', like: 'home', full: true, readme: true },
  { name: 'home-new', path: '/', as: 'aroha', until: 'Get set up', like: 'home-new', full: true },
  { name: 'home-gifts', path: '/', as: 'tama', until: 'Payment ·', like: 'home', full: true },
  { name: 'home-farmer', path: '/', as: 'hemi', until: 'Payment ·', like: 'home', full: true },
  { name: 'home-busy', path: '/', as: 'priya', until: 'Payment ·', like: 'home', full: true },
  { name: 'home-shopkeeper', path: '/', as: 'rangi', until: 'Get set up', full: true },
  { name: 'home-test', path: '/', as: 'mia', config: { testAssetsEnabled: true, testUplinkEnabled: true }, until: 'Other wallets', like: 'home', full: true },
  { name: 'home-hidden', path: '/', as: 'mia', config: { balanceHidden: true }, until: 'Payment ·', like: 'home' },
  { name: 'install', path: '/', as: 'mia', config: { visited: true }, act: withInstallPrompt, until: 'Keep Nikau close', like: 'install' },
  { name: 'install-ios', path: '/', as: 'mia', config: { visited: true }, alone: true, act: asSafari, until: 'Three taps in Safari', like: 'install-ios' },
  { name: 'activity', path: '/activity', as: 'mia', until: 'Yesterday', like: 'activity' },
  { name: 'activity-export', path: '/activity', as: 'mia', press: ['Export'], until: 'OFX' },
  { name: 'activity-tokens', path: '/activity?show=tokens', as: 'tama', until: 'Received', like: 'activity' },
  { name: 'activity-none', path: '/activity?q=Petine', as: 'mia', until: 'No match', like: 'empty' },
  { name: 'activity-new', path: '/activity', as: 'aroha', until: 'Nothing yet', like: 'empty' },
  { name: 'receipt', path: '/activity', as: 'mia', press: ['Sunny Corner Dairy'], until: 'Reference', like: 'receipt' },
  { name: 'cola', path: '/', as: 'tama', press: ['Coca-Cola'], until: 'Conditions' },
  { name: 'issuer', path: '/', as: 'tama', press: ['Flat White Society', 'Show'], until: 'Hide' },
  { name: 'credit-line', path: '/', as: 'hemi', press: ['Farmlands Card'], until: 'How it works', full: true },
  { name: 'issuer-details', path: '/', as: 'tama', act: (page) => openIssuer(page), press: ['Details'], until: 'Report an Issue' },
  { name: 'issuer-token', path: '/', as: 'tama', press: ['Flat White Society', 'Show', 'Expires'], until: 'Report an Issue' },
  { name: 'asset-unknown', path: '/assets/nothing', as: 'mia', until: 'Go Home' },
  { name: 'topup', path: '/topup', as: 'mia', config: { testAssetsEnabled: true }, press: ['Add 50 dollars'], until: 'Topup $50.00', like: 'topup' },
  { name: 'topup-bank', path: '/topup', as: 'mia', press: ['Add 50 dollars'], until: 'Topup $50.00', like: 'topup' },
  { name: 'topup-verify', path: '/bank-accounts', as: 'tama', press: ['Top up to get one', 'Add 50 dollars'], until: 'Top Up $50.00', full: true },
  { name: 'topup-over', path: '/topup', as: 'mia', act: (page) => type(page, 'Amount', '1500'), until: 'You can top up at most' },
  { name: 'topup-approval', path: '/topup', as: 'priya', press: ['Add 50 dollars'], until: 'Your bank', full: true },
  { name: 'bank-accounts', path: '/bank-accounts', as: 'mia', until: 'Selected account' },
  { name: 'bank-accounts-verify', path: '/bank-accounts', as: 'tama', until: 'No code yet?', full: true },
  { name: 'bank-accounts-held', path: '/bank-accounts', as: 'tama', config: { testAssetsEnabled: true }, until: 'is held for you', full: true },
  { name: 'bank-accounts-none', path: '/bank-accounts', as: 'priya', until: 'Link one to get started', like: 'empty' },
  { name: 'bank-accounts-locked', path: '/bank-accounts', as: 'tama', act: changed({ verificationTriesLeft: 0 }), until: 'Too many wrong codes', full: true },
  { name: 'bank-accounts-unlink', path: '/bank-accounts', as: 'mia', press: ['Unlink'], until: 'Keep it' },
  { name: 'link-bank', path: '/link-bank-account', as: 'mia', act: (page) => typeAccount(page), until: 'ASB account', like: 'link-bank' },
  { name: 'link-bank-faults', path: '/link-bank-account', as: 'mia', press: ['Link Bank Account'], until: 'You must agree', full: true },
  { name: 'link-bank-terms', path: '/link-bank-account', as: 'mia', press: ['Read the full terms'], until: 'Getting money back' },
  { name: 'link-bank-info', path: '/link-bank-account', as: 'mia', press: ['Where to find your account number'], until: 'initials included' },
  { name: 'link-bank-name', path: '/link-bank-account/profile-basics', as: 'aroha', until: 'Last name' },
  { name: 'link-bank-email', path: '/link-bank-account', as: 'aroha', until: 'Offers and news' },
  { name: 'link-bank-limit', path: '/link-bank-account', as: 'mia', act: linking({ message: 'BANK_ACCOUNT_LIMIT_EXCEEDED' }), until: 'Get Help' },
  {
    name: 'link-bank-help',
    path: '/link-bank-account',
    as: 'mia',
    act: linking({ message: 'BANK_ACCOUNT_LIMIT_EXCEEDED' }),

    press: ['Get Help'],
    until: 'Email our support team',
  },
  { name: 'link-bank-linked', path: '/link-bank-account', as: 'mia', act: linking(), until: 'Do it Later' },
  { name: 'authorise', path: '/bank-accounts', as: 'mia', act: authorising, until: 'This lets you top up', full: true },
  { name: 'withdraw', path: '/withdraw', as: 'mia', until: 'BNZ' },
  { name: 'withdraw-none', path: '/withdraw', as: 'priya', until: 'Add a bank account to withdraw to', like: 'empty' },
  { name: 'withdraw-link', path: '/withdraw/link-bank-account', as: 'mia', until: 'Name on account' },
  { name: 'withdraw-amount', path: '/withdraw', as: 'mia', act: (page) => withdrawing(page, '8'), until: 'Withdraw $8.00', like: 'withdraw', full: true },
  { name: 'withdraw-invalid', path: '/withdraw', as: 'mia', act: (page) => withdrawing(page, '').then(() => submitWithdrawal(page)), until: 'Invalid Amount' },
  { name: 'withdraw-over', path: '/withdraw', as: 'mia', act: (page) => withdrawing(page, '900').then(() => submitWithdrawal(page)), until: 'You have' },
  { name: 'withdraw-error', path: '/withdraw', as: 'mia', act: refusedWithdrawal, until: 'still in your wallet' },
  { name: 'transfer', path: '/activity?show=pending', as: 'tama', press: ['Top-up from Westpac'], until: 'Reference', full: true },
  {
    name: 'transfer-cancel',
    path: '/activity?show=pending',
    as: 'tama',
    press: ['Top-up from Westpac', 'Cancel this top-up'],
    until: 'Keep it',
  },
  { name: 'transfer-failed', path: '/activity', as: 'tama', press: ['Top Up Failed'], until: 'You haven’t lost any money', full: true },
  {
    name: 'transfer-held',
    path: '/activity',
    as: 'tama',
    config: { testAssetsEnabled: true },
    press: ['Top Up Pending'],
    until: 'Enter the 4-digit code',
    full: true,
  },
  { name: 'transfer-out', path: '/activity', as: 'hemi', press: ['Withdrawal to ASB'], until: 'In your bank account', full: true },
  ...businessScreens,
  ...payScreens,
  ...codesScreens,
  ...safetyScreens,
  ...sendScreens,
  ...transferScreens,
  ...connectionScreens,
  ...businessLinkScreens,
  ...tillScreens,
  { name: 'limits', path: '/limits', as: 'priya', until: 'This year' },
  { name: 'menu', path: '/', as: 'mia', act: openMenu, until: 'Help', like: 'menu' },
  ...settingsScreens,
  ...proofScreens,
  { name: 'menu-developer', path: '/', as: 'mia', config: { devModeEnabled: true }, act: openMenu, until: 'Configs' },
  { name: 'guides', path: '/guides', as: 'mia', act: withHome, until: 'Making a Payment' },
  { name: 'guide', path: '/guides/payments/making-a-payment', as: 'mia', act: withHome, until: 'Check the order' },
  {
    name: 'offline',
    path: '/',
    as: 'mia',
    refused: /\/(?:api|deimos)\//,
    act: async (page) => {
      await withHome(page)
      await page.getByRole('link', { name: 'See all' }).waitFor()
      await page.context().setOffline(true)
    },
    until: 'No signal. Showing',
  },
  { name: 'config', path: '/config', until: 'Apply' },
  { name: 'components', path: '/components', until: 'Colours', like: 'components' },
  ...componentPages.split(' ').map((page): ScreenToShow => ({ name: `components-${page}`, path: `/components/${page}`, until: 'Light', full: true })),
  ...checkoutScreens,
  {
    name: 'broken',
    refused: /not-found/,
    path: '/404',
    act: (page) => page.route('**/assets/not-found-*.js', (route) => route.abort()).then(() => page.reload()),
    until: 'Something Went Wrong',
  },
  { name: 'not-found', path: '/404', until: 'Oops!', like: 'empty' },
]
