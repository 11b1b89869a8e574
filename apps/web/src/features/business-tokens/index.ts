export { NewTokenScreen } from './NewTokenScreen.tsx'
export { TokenScreen } from './TokenScreen.tsx'
export { TokensScreen } from './TokensScreen.tsx'
