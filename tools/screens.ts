import type { Page } from 'playwright'
import { checkoutScreens, type Where } from './screens-checkout.ts'
import { payScreens } from './screens-pay.ts'

/** Every screen that pictures are taken of: one file name each, with the seeded data that fills it. */
export interface ScreenToShow {
  name: string
  path: string
  /** How it is opened where an address alone does not lead there. */
  open?: (page: Page, where: Where) => Promise<unknown>
  /** Its picture on a phone stands in the README. */
  readme?: true
  /** The counterpart among the design pictures, where there is one. */
  like?: string
  /** Text that must be on the screen before the picture is taken. */
  until: string
  /** The demo person who is signed in, by their key in db/seeds/people.json. */
  as?: 'aroha' | 'mia' | 'tama' | 'hemi' | 'priya' | 'rangi'
  /** What the browser remembers: flags, language, and whether the balance is hidden. */
  config?: Record<string, boolean | string>
  /** What is pressed before the picture is taken, by its accessible name; the first is a link where there is one, else a button. */
  press?: string[]
  /** What else is done before that. */
  act?: (page: Page) => Promise<unknown>
  /** The whole page, not only the first screenful. */
  full?: true
  /** Where the visitor stands, for screens that ask. */
  at?: { latitude: number; longitude: number }
}

const componentPages =
  'colors typography spacing icons asset-medias buttons lists list-items radio-groups form-validation input bars barcodes progress-indicators'
/** The screen beneath, which the guides lie over. */
const withHome = (page: Page) => page.getByText('See all').first().waitFor({ state: 'attached' })
const openMenu = (page: Page) => withHome(page).then(() => page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Menu' }).click())

const ponsonby = { latitude: -36.8552, longitude: 174.7433 }

export const screens: ScreenToShow[] = [
  { name: 'locations', path: '/locations', until: 'Nikau NZD' },
  { name: 'locations-near', path: '/locations', until: 'km', at: ponsonby },
  { name: 'locations-none', path: '/locations?name=nowhere', until: 'No shops' },
  { name: 'giftstation', path: '/giftstation', until: 'Get the app', full: true },
  { name: 'home', path: '/', as: 'mia', until: 'Payment ·', like: 'home', full: true, readme: true },
  { name: 'home-new', path: '/', as: 'aroha', until: 'Get set up', like: 'home-new', full: true },
  { name: 'home-gifts', path: '/', as: 'tama', until: 'Payment ·', like: 'home', full: true },
  { name: 'home-farmer', path: '/', as: 'hemi', until: 'Payment ·', like: 'home', full: true },
  { name: 'home-busy', path: '/', as: 'priya', until: 'Payment ·', like: 'home', full: true },
  { name: 'home-shopkeeper', path: '/', as: 'rangi', until: 'Get set up', full: true },
  { name: 'home-test', path: '/', as: 'mia', config: { testAssetsEnabled: true, testUplinkEnabled: true }, until: 'Other wallets', like: 'home', full: true },
  { name: 'home-hidden', path: '/', as: 'mia', config: { balanceHidden: true }, until: 'Payment ·', like: 'home' },
  { name: 'activity', path: '/activity', as: 'mia', until: 'Yesterday', like: 'activity' },
  { name: 'activity-export', path: '/activity', as: 'mia', press: ['Export'], until: 'OFX' },
  { name: 'activity-tokens', path: '/activity?show=tokens', as: 'tama', until: 'Received', like: 'activity' },
  { name: 'activity-none', path: '/activity?q=Petine', as: 'mia', until: 'No match', like: 'empty' },
  { name: 'activity-new', path: '/activity', as: 'aroha', until: 'Nothing yet', like: 'empty' },
  { name: 'receipt', path: '/activity', as: 'mia', press: ['Sunny Corner Dairy'], until: 'Reference', like: 'receipt' },
  { name: 'cola', path: '/', as: 'tama', press: ['Coca-Cola'], until: 'Conditions' },
  { name: 'issuer', path: '/', as: 'tama', press: ['Flat White Society', 'Show'], until: 'Hide' },
  { name: 'issuer-details', path: '/', as: 'tama', press: ['Flat White Society', 'Details'], until: 'Report an Issue' },
  { name: 'issuer-token', path: '/', as: 'tama', press: ['Flat White Society', 'Show', 'Expires'], until: 'Report an Issue' },
  { name: 'asset-unknown', path: '/assets/nothing', as: 'mia', until: 'Go Home' },
  { name: 'topup', path: '/topup', as: 'mia', config: { testAssetsEnabled: true }, press: ['Add 50 dollars'], until: 'Topup $50.00', like: 'topup' },
  ...payScreens,
  { name: 'limits', path: '/limits', as: 'priya', until: 'This year' },
  { name: 'menu', path: '/', as: 'mia', act: openMenu, until: 'Te reo Māori', like: 'menu' },
  { name: 'menu-developer', path: '/', as: 'mia', config: { devModeEnabled: true, language: 'mi' }, act: openMenu, until: 'Configs' },
  { name: 'guides', path: '/guides', as: 'mia', act: withHome, until: 'Making a Payment' },
  { name: 'guide', path: '/guides/payments/making-a-payment', as: 'mia', act: withHome, until: 'Check the order' },
  { name: 'offline', path: '/', as: 'mia', act: (page) => withHome(page).then(() => page.context().setOffline(true)), until: 'You’re offline' },
  { name: 'config', path: '/config', until: 'Apply' },
  { name: 'components', path: '/components', until: 'Colors', like: 'components' },
  ...componentPages.split(' ').map((page): ScreenToShow => ({ name: `components-${page}`, path: `/components/${page}`, until: 'Light', full: true })),
  ...checkoutScreens,
  {
    name: 'broken',
    path: '/404',
    act: (page) => page.route('**/assets/not-found-*.js', (route) => route.abort()).then(() => page.reload()),
    until: 'Something Went Wrong',
  },
  { name: 'not-found', path: '/404', until: 'Oops!', like: 'empty' },
]
