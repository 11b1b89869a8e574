export * from './endpoint.ts'
export * from './merchants.ts'
export * from './wire.ts'
