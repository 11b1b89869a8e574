import { expect, test, vi } from 'vitest'
import { logout, safeTarget, signIn } from './session.tsx'

const manager = vi.hoisted(() => ({
  getUser: vi.fn(async () => null),
  removeUser: vi.fn(async () => {}),
  revokeTokens: vi.fn(async () => {}),
  signoutRedirect: vi.fn(),
  signinRedirect: vi.fn(async () => {}),
}))
vi.mock('./session-manager.ts', () => ({ manager }))

test('a call that is refused while the session is being ended begins no new one; if it could not be ended, it does [MENU-01]', async () => {
  const ending = Promise.withResolvers<void>()
  manager.signoutRedirect.mockReturnValue(ending.promise)
  const left = logout()
  await expect.poll(() => manager.signoutRedirect.mock.calls.length).toBe(1)
  void signIn('/activity')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(manager.signinRedirect).not.toHaveBeenCalled()
  ending.reject(new Error('no network'))
  await expect(left).rejects.toThrow('no network')
  void signIn('/activity')
  await expect.poll(() => manager.signinRedirect.mock.calls).toEqual([[{ state: { target: '/activity' } }]])
})

test('only paths of this app are taken as target of a sign-in [SESS-02]', () => {
  expect(safeTarget('/pay/abc?x=1#y')).toBe('/pay/abc?x=1#y')
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
    expect(safeTarget(target)).toBe('/')
})
