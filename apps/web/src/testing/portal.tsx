import { I18nProvider } from '@lingui/react'
import type { OrgRole } from '@nikau/contract/roles'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter, UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { render } from 'vitest-browser-react'
import { WalletRouter } from '../app/WalletRouter.tsx'
import { Portal } from '../business/Portal.tsx'
import type { PortalRow } from '../business/route-row.ts'
import { queryClient } from '../lib/endpoint-hooks.ts'
import { i18n } from '../lib/i18n.ts'
import { TransWithLang } from '../lib/Message.tsx'
import { base } from '../lib/paths.ts'
import { at, TrackPath } from './fixtures.tsx'
import { loadViewTransitions } from './load-view-transitions.ts'
import { server } from './mock-server.ts'
import '../business/business.css'

/** For tests of the portal's screens: the real portal, with a mock server. Call `mockServerPerTest` first. */

export const shop = (id: string, more: object = {}) => ({
  id,
  accountId: 'org',
  name: 'Corner Loaf',
  country: 'NZ',
  type: 'physical',
  test: false,
  status: 'active',
  categoryCode: '5462',
  branding: {},
  location: { lat: -36.85, lng: 174.74, street: '14 Brown Street', suburb: 'Ponsonby', city: 'Auckland', country: 'NZ' },
  createdAt: at,
  ...more,
})

/** Makes the user a member of Corner Loaf, which has a live shop and a test shop. */
export function joinBusiness(role: OrgRole = 'account-owner', shops: object[] = [shop('live'), shop('test', { test: true })]): void {
  server.answers['GET /api/account-memberships'] = [
    { accountId: 'mine', accountName: 'Mia', accountType: 'individual', role: 'account-owner' },
    { accountId: 'org', accountName: 'Corner Loaf Ltd', accountType: 'org', role },
  ]
  server.answers['GET /api/merchants'] = { items: shops }
}

const renderPortal = (rows: PortalRow[] | undefined, inRouter: (pages: ReactNode) => ReactNode) =>
  render(
    <I18nProvider i18n={i18n} defaultComponent={TransWithLang}>
      <QueryClientProvider client={queryClient}>
        {inRouter(
          <>
            <TrackPath />
            <Portal {...(rows && { rows })} />
          </>,
        )}
      </QueryClientProvider>
    </I18nProvider>,
  )

export const openPortal = (start: string, rows?: PortalRow[]) => renderPortal(rows, (pages) => <MemoryRouter initialEntries={[start]}>{pages}</MemoryRouter>)

/** Opens the portal in the product's own router, which calls `preload` before it shows a screen. */
export async function openPortalWithPreload(start: string, rows: PortalRow[], preload: (path: string) => Promise<void>): Promise<void> {
  const history = createMemoryHistory({ initialEntries: [base + start], v5Compat: true })
  await renderPortal(rows, (pages) => (
    <WalletRouter history={history} preload={preload}>
      {pages}
    </WalletRouter>
  ))
  await loadViewTransitions()
}
