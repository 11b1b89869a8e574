import { createContext, use } from 'react'

/** The open screen, from its row of the route table. */
export interface CurrentScreen {
  name: string
  /** Target of the back arrow. */
  back?: string | undefined
  /** The bottom bar is shown, so the page leaves room for it. */
  bar: boolean
}

export const ScreenContext = createContext<CurrentScreen>({ name: '', bar: false })

/** Paths of the existing screens, by their names in the route table. */
export const ScreenPathsContext = createContext<Readonly<Record<string, string>>>({})

/** The path of another screen, or undefined when the app has no such screen and must not link to it. */
export const useScreenPath = (name: string): string | undefined => use(ScreenPathsContext)[name]

/** For a screen's frame: `<Page bar={bar}><Header backHref={back} …/>`. */
export const useScreen = (): CurrentScreen => use(ScreenContext)
