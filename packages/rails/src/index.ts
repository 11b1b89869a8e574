export * from './error.ts'
export * from './messages/index.ts'
