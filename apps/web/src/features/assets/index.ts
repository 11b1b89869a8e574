export { AboutIssuer } from './AboutIssuer.tsx'
export { AssetScreen } from './AssetScreen.tsx'
