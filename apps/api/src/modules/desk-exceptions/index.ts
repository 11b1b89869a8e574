export { deskExceptionRoutes } from './routes.ts'
