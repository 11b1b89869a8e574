export { deskOperatorRoutes } from './routes.ts'
