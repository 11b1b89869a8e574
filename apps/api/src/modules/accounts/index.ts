export { mayActFor } from './authorise.ts'
export { openIndividual, openOrg } from './open.ts'
export { accountRoutes } from './routes.ts'
