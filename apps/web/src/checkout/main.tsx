import './checkout.css'
import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { activateLanguage, i18n, rememberedLanguage } from '../lib/i18n.ts'
import { loadOrReload } from '../lib/lazy-screen.ts'
import { startReporting } from '../lib/reporting.ts'
import { sessionHeld } from '../lib/session-held.ts'
import { Run } from '../lib/Words.tsx'
import { Pages } from './Pages.tsx'

// The public checkout begins here, with as little code as it takes. Someone who is signed in gets the wallet instead, at the
// same address: they can pay at once.
if (sessionHeld()) {
  const { startWallet } = await loadOrReload(() => import('../app/start.tsx'))
  await startWallet()
} else {
  startReporting()
  await loadOrReload(() => activateLanguage(rememberedLanguage()))
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <I18nProvider i18n={i18n} defaultComponent={Run}>
        <Pages />
      </I18nProvider>
    </StrictMode>,
  )
  document.documentElement.dataset.started = ''
}
