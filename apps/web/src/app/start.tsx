import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { queryClient } from '../lib/hooks.ts'
import { activateLanguage, i18n, rememberedLanguage } from '../lib/i18n.ts'
import { loadOrReload } from '../lib/lazy-screen.ts'
import { base } from '../lib/paths.ts'
import { reporting, startReporting } from '../lib/reporting.ts'
import { keepUpToDate } from '../lib/service-worker.ts'
import { Run } from '../lib/Words.tsx'
import { preloadAt, Shell } from './Shell.tsx'
import './app.css'

/** A screen that comes within this time is drawn at once; one that does not is announced by the frame that it will stand in. */
const longestBlankMs = 250

/** The wallet, wherever it was asked for: by its own page, or by the public checkout for someone who is signed in. */
export async function startWallet(): Promise<void> {
  startReporting(queryClient.getQueryCache(), queryClient.getMutationCache())
  const screen = Promise.race([preloadAt(location.pathname.slice(base.length)), new Promise((resolve) => setTimeout(resolve, longestBlankMs))])
  await loadOrReload(() => activateLanguage(rememberedLanguage()))
  await screen

  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <I18nProvider i18n={i18n} defaultComponent={Run}>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter basename={`${base}/`}>
            <Shell />
          </BrowserRouter>
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  )
  document.documentElement.dataset.started = ''
  reporting.trace('pageStarted', performance.now())
  keepUpToDate()
}
