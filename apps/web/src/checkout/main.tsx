import './checkout.css'
import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { activateLanguage, i18n, rememberedLanguage } from '../lib/i18n.ts'
import { loadOrReload } from '../lib/lazy-screen.ts'
import { base } from '../lib/paths.ts'
import { startReporting } from '../lib/reporting.ts'
import { hasStoredSession } from '../lib/stored-session.ts'
import { TransWithLang } from '../lib/Message.tsx'
import { CheckoutRouter } from './CheckoutRouter.tsx'

const isPaymentLink = location.pathname.startsWith(`${base}/l/`)

// The entry of the public checkout, with as little code as possible. Signed-in users get the wallet at the same URL, so that
// they can pay at once. The page of a payment link leads to that URL.
if (hasStoredSession() && !isPaymentLink) {
  const { startWallet } = await loadOrReload(() => import('../app/start.tsx'))
  await startWallet()
} else {
  startReporting()
  await loadOrReload(() => activateLanguage(rememberedLanguage()))
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <I18nProvider i18n={i18n} defaultComponent={TransWithLang}>
        <CheckoutRouter />
      </I18nProvider>
    </StrictMode>,
  )
  document.documentElement.dataset.started = ''
}
