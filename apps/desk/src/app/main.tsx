import { i18n } from '@lingui/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { createDesk } from '../lib/desk.ts'
import { messages } from '../locales/en-NZ.po'
import { DeskApp } from './DeskApp.tsx'
import { deskRoutes } from './routes.tsx'
import '../styles/desk.css'

i18n.loadAndActivate({ locale: 'en-NZ', messages })
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <BrowserRouter basename="/desk">
      <DeskApp desk={createDesk()} rows={deskRoutes} />
    </BrowserRouter>
  </StrictMode>,
)
