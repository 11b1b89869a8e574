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

/** For a screen's frame: `<Page bar={bar}><Header backHref={back} …/>`. */
export const usePlace = (): Place => use(PlaceContext)
