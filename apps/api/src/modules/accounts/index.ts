export { mayActFor } from './authorise.ts'
/** @ahead of the first neighbour that opens an account for someone */
export { openIndividual, openOrg } from './open.ts'
export { accountRoutes } from './routes.ts'
