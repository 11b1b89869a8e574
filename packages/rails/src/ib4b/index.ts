export { type BankAccount, type BankOptions, openBankAccount, type RejectionReason, type SentFile, type Submission } from './bank.ts'
export type { DetailResult, ReasonCode, ResultOutcome, ResultsRead } from './results.ts'
export type { Statement, StatementLine } from './statement.ts'
export { isWritable, parseUpload, type Upload, type UploadDetail } from './upload.ts'
