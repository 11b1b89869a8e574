export { PosterScreen } from './PosterScreen.tsx'
export { TakePage } from './TakePage.tsx'
export { TakeScreen } from './TakeScreen.tsx'
