import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'
import { queryClient } from '../lib/endpoint-hooks.ts'
import { activateLanguage, i18n, rememberedLanguage } from '../lib/i18n.ts'
import { loadOrReload } from '../lib/lazy-screen.ts'
import { base } from '../lib/paths.ts'
import { reporting, startReporting } from '../lib/reporting.ts'
import { registerServiceWorker } from '../lib/service-worker.ts'
import { TransWithLang } from '../lib/Message.tsx'
import { preloadPath, Shell } from './Shell.tsx'
import { WalletRouter } from './WalletRouter.tsx'
import './app.css'

/** How long to wait for the first screen's code before rendering the frame without it, where the page has drawn nothing itself. */
const maxBlankMs = 250

/** Starts the wallet, from its own page or from the checkout's page for a signed-in user. */
export async function startWallet(): Promise<void> {
  startReporting(queryClient.getQueryCache(), queryClient.getMutationCache())
  const preloaded = preloadPath(location.pathname.slice(base.length))
  const hasPicture = document.documentElement.dataset.firstPicture !== undefined
  const screen = hasPicture ? preloaded : Promise.race([preloaded, new Promise((resolve) => setTimeout(resolve, maxBlankMs))])
  await loadOrReload(() => activateLanguage(rememberedLanguage()))
  await screen

  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <I18nProvider i18n={i18n} defaultComponent={TransWithLang}>
        <QueryClientProvider client={queryClient}>
          <WalletRouter history={createBrowserHistory({ v5Compat: true })} preload={preloadPath}>
            <Shell />
          </WalletRouter>
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  )
  document.documentElement.dataset.started = ''
  reporting.trace('pageStarted', performance.now())
  registerServiceWorker()
}
