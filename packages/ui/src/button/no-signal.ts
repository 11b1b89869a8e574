import { createContext, type ReactNode } from 'react'

/** Set while there is no signal: the word that says why whatever needs one is disabled. The app provides it, once for all screens. */
export const NoSignalContext = createContext<ReactNode>(undefined)
