export { limitGuesses, redeemPatronCode } from './redeem.ts'
export { patronCodeRoutes } from './routes.ts'
export { deletePatronCodes } from './store.ts'
