export { businessRoutes } from './routes.ts'
