import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '../lib/endpoint-hooks.ts'
import { activateLanguage, i18n, rememberedLanguage } from '../lib/i18n.ts'
import { keepInstallPrompt } from '../lib/install-prompt.ts'
import { loadOrReload } from '../lib/lazy-screen.ts'
import { TransWithLang } from '../lib/Message.tsx'
import { startReporting } from '../lib/reporting.ts'
import { registerServiceWorker } from '../lib/service-worker.ts'
import { keepForOffline } from './keep-for-offline.ts'
import { TillApp } from './TillApp.tsx'
import './till.css'

// The entry of the staff till: a page of its own, which starts without signal and asks nobody to sign in once it is paired.
startReporting(queryClient.getQueryCache(), queryClient.getMutationCache())
keepInstallPrompt()
registerServiceWorker()
keepForOffline()
await loadOrReload(() => activateLanguage(rememberedLanguage()))
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <I18nProvider i18n={i18n} defaultComponent={TransWithLang}>
      <QueryClientProvider client={queryClient}>
        <TillApp />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
)
document.documentElement.dataset.started = ''
