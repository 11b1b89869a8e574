export { deskOverviewRoutes } from './routes.ts'
