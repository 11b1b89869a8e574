export { deskLedgerRoutes } from './routes.ts'
