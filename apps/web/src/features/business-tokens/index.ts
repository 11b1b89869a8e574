export { NewTokenScreen } from './NewTokenScreen.tsx'
export { TokenPosterScreen } from './PosterScreen.tsx'
export { TokenScreen } from './TokenScreen.tsx'
export { TokensScreen } from './TokensScreen.tsx'
