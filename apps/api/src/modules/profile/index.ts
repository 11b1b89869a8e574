export { profileRoutes } from './routes.ts'
export { deleteConfirmationEmails } from './store-retention.ts'
