export { mayActFor } from './access.ts'
export { openIndividual, openOrg } from './open.ts'
export { accountRoutes } from './routes.ts'
