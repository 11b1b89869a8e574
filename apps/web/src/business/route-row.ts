import type { MessageDescriptor } from '@lingui/core'
import type { Permission } from '@nikau/contract/roles'
import type { IconName } from '@nikau/ui'
import type { ComponentType } from 'react'

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
  /** Its place in the navigation. Screens without one belong to another. */
  place?: { label: MessageDescriptor; /** On the bar. */ short?: MessageDescriptor; icon: IconName; group: 'main' | 'more'; onBar?: true }
  /** The name of the row whose place in the navigation is current here. */
  within?: string
}
