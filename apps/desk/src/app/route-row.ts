import type { MessageDescriptor } from '@lingui/core'
import type { DeskEndpoint } from '@nikau/contract/desk/endpoint'
import type { DeskRole } from '@nikau/contract/desk/roles'
import type { ComponentType, LazyExoticComponent, ReactNode } from 'react'

export type Group = 'today' | 'money' | 'people' | 'risk' | 'reports' | 'desk'

export interface DeskRow {
  /** One name per row. */
  name: string
  path: string
  /** In the title of the page and at the end of the breadcrumbs. */
  title: MessageDescriptor
  /** Its heading names what it is about better than the id in its path. */
  isIdHidden?: boolean
  /** The calls that the screen makes. Whoever may make all of them may open it. */
  needs: readonly DeskEndpoint[]
  /** The row that it is a detail of: the place that is marked, and the breadcrumb before it. */
  within?: string
  /** In the navigation, in the order of the rows. */
  place?: { group: Group; icon: ReactNode; Count?: LazyExoticComponent<ComponentType> }
  Screen: LazyExoticComponent<ComponentType>
}

/** Roles decide on the server; here they spare an operator the places that would only refuse them. */
export const mayOpen = (roles: readonly DeskRole[], { needs }: DeskRow): boolean =>
  needs.every((endpoint) => endpoint.roles.some((role) => roles.includes(role)))
