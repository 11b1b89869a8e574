import { createContext, use } from 'react'

/** What the route table says of the screen that is open. */
export interface Place {
  name: string
  /** Where the back arrow leads. */
  back?: string | undefined
  /** The bottom bar is shown, so the page leaves room for it. */
  bar: boolean
}

export const PlaceContext = createContext<Place>({ name: '', bar: false })

/** The paths of the screens that there are, by their names in the route table. */
export const WaysContext = createContext<Readonly<Record<string, string>>>({})

/** The path of another screen, if there is such a screen: a link that leads nowhere is never drawn. */
export const useWay = (name: string): string | undefined => use(WaysContext)[name]

/** For a screen's frame: `<Page bar={bar}><Header backHref={back} …/>`. */
export const usePlace = (): Place => use(PlaceContext)
