import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

/** One row per screen: where it is, what it is called, who may see it, and the code that is fetched when it is opened. */
export interface RouteRow {
  name: string
  path: string
  title: MessageDescriptor
  access: 'public' | 'login'
  Screen: LazyExoticComponent<ComponentType>
}

const screen = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }))

export const routes: RouteRow[] = [
  {
    name: 'dashboard',
    path: '/',
    title: msg`Dashboard`,
    access: 'login',
    Screen: screen(async () => (await import('../features/dashboard/index.ts')).DashboardScreen),
  },
  {
    name: 'signing-in',
    path: '/oidc-callback',
    title: msg`Signing In`,
    access: 'public',
    Screen: screen(async () => (await import('../features/session/index.ts')).SigningInScreen),
  },
  {
    name: 'signed-out',
    path: '/logout/oidc-callback',
    title: msg`Signed Out`,
    access: 'public',
    Screen: screen(async () => (await import('../features/session/index.ts')).SignedOutScreen),
  },
  {
    name: 'auth-test',
    path: '/auth',
    title: msg`Auth test`,
    access: 'login',
    Screen: screen(async () => (await import('../features/session/index.ts')).AuthTestScreen),
  },
  {
    name: 'sign-up',
    path: '/signup',
    title: msg`Sign Up`,
    access: 'public',
    Screen: screen(async () => (await import('../features/session/index.ts')).SignUpScreen),
  },
  {
    name: 'profile-basics',
    path: '/link-bank-account/profile-basics',
    title: msg`Link Bank Account`,
    access: 'login',
    Screen: screen(async () => (await import('../features/profile/index.ts')).ProfileBasicsScreen),
  },
  {
    name: 'profile-email',
    path: '/link-bank-account/email',
    title: msg`Link Bank Account`,
    access: 'login',
    Screen: screen(async () => (await import('../features/profile/index.ts')).EmailScreen),
  },
  {
    name: 'confirm-email',
    path: '/confirm-email',
    title: msg`Confirm Email`,
    access: 'public',
    Screen: screen(async () => (await import('../features/profile/index.ts')).ConfirmEmailScreen),
  },
  {
    name: 'locations',
    path: '/locations',
    title: msg`Locations`,
    access: 'public',
    Screen: screen(async () => (await import('../features/merchants/index.ts')).LocationsScreen),
  },
  {
    name: 'not-found',
    path: '*',
    title: msg`Not Found`,
    access: 'public',
    Screen: screen(async () => (await import('../features/not-found/index.ts')).NotFoundScreen),
  },
]
