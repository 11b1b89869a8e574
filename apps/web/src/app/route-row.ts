import type { MessageDescriptor } from '@lingui/core'
import type { ComponentType } from 'react'

/** One row per screen: its path, title, access and lazily loaded code. */
export interface RouteRow {
  name: string
  path: string
  /** The document title is this, followed by the product's name. */
  title: MessageDescriptor
  access: 'public' | 'login'
  Screen: ComponentType & { preload?: () => Promise<void> }
  /** Shown instead without signal to a person who is not signed in, because signing in needs signal. Otherwise one sentence says so. */
  WithoutSignal?: ComponentType
  /** Says itself until when it works without signal, so that the bar leaves out the time of the last contact. */
  hasOwnTimes?: true
  /** Target of the back arrow; may contain parameters of the path. */
  back?: string
  /** Shows the bottom bar on phones. */
  bar?: true
  /** Without the rail on desktop, which every other screen of a signed-in person has: another page or app has led here. */
  bare?: true
  /** Name of the row whose list stays beside this screen on desktop. */
  beside?: string
  /** `?step=` names a later step of the flow that starts here. */
  isFlow?: true
  /** Guides can open over this screen, at its path followed by `/guides`. */
  guides?: true
  /** Without it, or when it answers true, the screen exists; otherwise its path is Not Found. */
  isEnabled?: () => boolean
  /** Allowed values of parameters; other values are Not Found. */
  values?: Readonly<Record<string, readonly string[]>>
}
