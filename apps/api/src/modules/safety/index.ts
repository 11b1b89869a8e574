export { isFrozen } from './freeze.ts'
export { safetyRoutes } from './routes.ts'
