export { deskBankFileRoutes } from './file-routes.ts'
export { deskStatementRoutes } from './statement-routes.ts'
