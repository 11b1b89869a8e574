import { expect, test, vi } from 'vitest'
import { signOut, safeReturnPath, signIn } from './session.tsx'

const manager = vi.hoisted(() => ({
  getUser: vi.fn(async () => null),
  removeUser: vi.fn(async () => {}),
  revokeTokens: vi.fn(async () => {}),
  signoutRedirect: vi.fn(),
  signinRedirect: vi.fn(async () => {}),
}))
vi.mock('./session-manager.ts', () => ({ manager }))

test('a call refused during sign-out starts no sign-in; after a failed sign-out it does [MENU-01]', async () => {
  const signOutRedirect = Promise.withResolvers<void>()
  manager.signoutRedirect.mockReturnValue(signOutRedirect.promise)
  const signedOut = signOut()
  await expect.poll(() => manager.signoutRedirect.mock.calls.length).toBe(1)
  void signIn('/activity')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(manager.signinRedirect).not.toHaveBeenCalled()
  signOutRedirect.reject(new Error('no network'))
  await expect(signedOut).rejects.toThrow('no network')
  void signIn('/activity')
  await expect.poll(() => manager.signinRedirect.mock.calls).toEqual([[{ state: { target: '/activity' } }]])
})

test('signing out erases what was typed while opening a business, and unfinished sends [BIZ-68]', async () => {
  for (const storage of [localStorage, sessionStorage]) storage.setItem('nikau.business-open.me.org.gst', '{}')
  sessionStorage.setItem('pending-send-me', '{}')
  localStorage.setItem('nikau.business.shop', 'kept')
  manager.signoutRedirect.mockResolvedValue(undefined)
  await signOut()
  expect([localStorage, sessionStorage].flatMap((storage) => Object.keys(storage)).filter((key) => /business|send/.test(key))).toEqual(['nikau.business.shop'])
})

test('a sign-in returns only to paths of this app [SESS-02]', () => {
  expect(safeReturnPath('/pay/abc?x=1#y')).toBe('/pay/abc?x=1#y')
  for (const target of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'pay',
    '',
    undefined,
    null,
    7,
    { a: 1 },
  ])
    expect(safeReturnPath(target)).toBe('/')
})
