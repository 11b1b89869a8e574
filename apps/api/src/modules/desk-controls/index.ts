export { deskControlRoutes } from './routes.ts'
