import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'
import { WalletRouter } from '../app/WalletRouter.tsx'
import { queryClient } from '../lib/endpoint-hooks.ts'
import { activateLanguage, i18n, rememberedLanguage } from '../lib/i18n.ts'
import { loadOrReload } from '../lib/lazy-screen.ts'
import { TransWithLang } from '../lib/Message.tsx'
import { startReporting } from '../lib/reporting.ts'
import { Portal, preloadPath } from './Portal.tsx'
import './business.css'

// The entry of the merchant portal: a page of its own, so that the wallet carries nothing of it.
startReporting(queryClient.getQueryCache(), queryClient.getMutationCache())
await loadOrReload(() => activateLanguage(rememberedLanguage()))
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <I18nProvider i18n={i18n} defaultComponent={TransWithLang}>
      <QueryClientProvider client={queryClient}>
        <WalletRouter history={createBrowserHistory({ v5Compat: true })} preload={preloadPath}>
          <Portal />
        </WalletRouter>
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
)
document.documentElement.dataset.started = ''
