export { PosterScreen } from './PosterScreen.tsx'
export { TakeScreen } from './TakeScreen.tsx'
