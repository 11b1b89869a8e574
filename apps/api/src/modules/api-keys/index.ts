export { createKey } from './create.ts'
export { apiKeyRoutes } from './routes.ts'
