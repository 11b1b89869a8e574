export { deskAuditRoutes } from './routes.ts'
