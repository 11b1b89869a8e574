import { i18n } from '@lingui/core'
import { type DeskSession, finishPasskey, getDeskSession, lockDesk, recordDeskInput, startPasskey } from '@nikau/contract/desk/session'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { DeskApp } from '../app/DeskApp.tsx'
import { deskRoutes } from '../app/routes.tsx'
import { createDesk, type Desk } from '../lib/desk.ts'
import type { DeskServer } from './desk-server.ts'
import '../styles/desk.css'

/** Priya Raman, finance lead, at 2:41 pm. */
export function sessionOf(change: Partial<DeskSession> = {}): DeskSession {
  const now = new Date()
  const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  return {
    operator: { id: 'priya.raman', name: 'Priya Raman', roles: ['finance-lead'] },
    locked: false,
    locksAt: after(15),
    endsAt: after(600),
    passkeyAt: after(-10),
    steppedUpUntil: after(0),
    test: false,
    now,
    ...change,
  }
}

/** Answers the calls of the session, which every screen makes. */
export function answerSession(server: DeskServer, change: Partial<DeskSession> = {}): void {
  let locked = change.locked ?? false
  const session = () => sessionOf({ ...change, locked })
  server.on(getDeskSession, session)
  server.on(recordDeskInput, session)
  server.on(lockDesk, () => {
    locked = true
    return session()
  })
  server.on(startPasskey, { challenge: 'AAAA', allowCredentials: [], userVerification: 'required' })
  server.on(finishPasskey, () => {
    locked = false
    return sessionOf({ ...change, locked, passkeyAt: new Date() })
  })
}

/** The device's passkey: it is used, or the operator closes the browser's dialog. */
export function stubPasskey(use: () => 'used' | 'closed' = () => 'used') {
  const bytes = new Uint8Array([1, 2, 3]).buffer
  return vi.spyOn(navigator.credentials, 'get').mockImplementation(async () => {
    if (use() === 'closed') throw new DOMException('closed', 'NotAllowedError')
    return {
      id: 'AQID',
      rawId: bytes,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      getClientExtensionResults: () => ({}),
      response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: bytes },
    } as unknown as Credential
  })
}

/** Opens the desk at a path. */
export async function openDesk(path: string): Promise<Desk> {
  i18n.loadAndActivate({ locale: 'en-NZ', messages: {} })
  const desk = createDesk()
  await render(
    <MemoryRouter initialEntries={[path]}>
      <DeskApp desk={desk} rows={deskRoutes} />
    </MemoryRouter>,
  )
  return desk
}
