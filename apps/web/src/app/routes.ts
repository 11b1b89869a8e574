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
