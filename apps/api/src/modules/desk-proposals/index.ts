export { deskProposalRoutes } from './routes.ts'
