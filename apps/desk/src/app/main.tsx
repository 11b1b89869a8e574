import { i18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { createDesk } from '../lib/desk.ts'
import { DeskApp } from './DeskApp.tsx'
import { deskRoutes } from './routes.tsx'
import '../styles/desk.css'

// The desk has one language: each screen brings its own texts, and the first load none of the others'.
i18n.setMessagesCompiler(compileMessage)
i18n.loadAndActivate({ locale: 'en-NZ', messages: {} })
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <BrowserRouter basename="/desk">
      <DeskApp desk={createDesk()} rows={deskRoutes} />
    </BrowserRouter>
  </StrictMode>,
)
