export { fromWorker } from './from-worker.ts'
export { deskProposalRoutes } from './routes.ts'
