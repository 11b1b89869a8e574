// What home needs without signal only, in a file that the service worker keeps.
export { keepHome, readKeptHome } from '../../lib/kept-home.ts'
export { TillNotice } from './TillNotice.tsx'
export { HomeWithoutSignal } from './HomeWithoutSignal.tsx'
