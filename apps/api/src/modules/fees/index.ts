export { type ChargeOf, createFees, type Fees } from './charge.ts'
export { feeRoutes } from './routes.ts'
export { type Charge, type Charged, chargeReturned, feeTerms } from './rules.ts'
