import { createContext } from 'react'

/** True inside a list that stays beside the page that was opened from it: that page has the <main> and the h1. */
export const ListPaneContext = createContext(false)
