export { IssuerDetailsScreen } from './IssuerDetailsScreen.tsx'
export { IssuerTokensScreen } from './IssuerTokensScreen.tsx'
