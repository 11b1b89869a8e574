import { type BankOptions, type SentFile, type Submission, submitFile } from '../ib4b/bank.ts'
import { type Upload, writeUpload } from '../ib4b/upload.ts'

/**
 * Direct debits from customers' bank accounts. A batch becomes a file whose bytes the caller stores before sending, because a file
 * with an unknown outcome may only be resent unchanged.
 */
export interface DirectDebits {
  compose(batch: Upload): Buffer
  submit(file: Omit<SentFile, 'kind'>, options: { resubmit: boolean; signal?: AbortSignal }): Promise<Submission>
}

export function openDirectDebits(bank: BankOptions): DirectDebits {
  return {
    compose: (batch) => writeUpload('debit', batch),
    submit: (file, options) => submitFile(bank, { ...file, kind: 'debit' }, options),
  }
}
