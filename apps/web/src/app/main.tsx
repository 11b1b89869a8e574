import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { queryClient } from '../lib/hooks.ts'
import { activateLanguage, i18n } from '../lib/i18n.ts'
import { base } from '../lib/paths.ts'
import { Shell } from './Shell.tsx'
import './app.css'

await activateLanguage('en-NZ')

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter basename={`${base}/`}>
          <Shell />
        </BrowserRouter>
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
)
