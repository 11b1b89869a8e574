export { deskReportRoutes } from './routes.ts'
