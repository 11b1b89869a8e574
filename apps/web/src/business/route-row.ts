import type { MessageDescriptor } from '@lingui/core'
import type { Permission } from '@nikau/contract/roles'
import type { IconName } from '@nikau/ui'
import type { ComponentType } from 'react'

/** The place of a screen in the navigation. */
export interface NavigationPlace {
  label: MessageDescriptor
  /** On the bar. */
  short?: MessageDescriptor
  icon: IconName
  group: 'main' | 'more'
  onBar?: true
  /** Raised on the bar, where it opens the till on a device that is paired as one. */
  till?: true
  /** Only for members without that permission: it stands in for a place that they may not open. */
  without?: Permission
}

/** One row per screen of the portal: its path, title, permission and lazily loaded code. */
export interface PortalRow {
  name: string
  path: string
  /** The document title is this, followed by the product's name. */
  title: MessageDescriptor
  /** Members without it see "Ask an owner" instead. */
  permission?: Permission
  /** Also for people without a business. */
  withoutBusiness?: true
  Screen: ComponentType & { preload?: () => Promise<void> }
  /** Screens without one belong to another. */
  place?: NavigationPlace
  /** The name of the row whose place in the navigation is current here. */
  within?: string
}
