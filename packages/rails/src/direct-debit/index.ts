import { type BankOptions, type SentFile, type Submission, submitFile } from '../ib4b/bank.ts'
import { type Upload, writeUpload } from '../ib4b/upload.ts'

/**
 * Money drawn from customers' bank accounts, as they have allowed us to. A batch becomes a file whose bytes the caller keeps before
 * they are sent, because a file whose fate is unknown may only be sent again as it was.
 */
export interface DirectDebits {
  compose(batch: Upload): Buffer
  submit(file: Omit<SentFile, 'kind'>, options: { again: boolean; signal?: AbortSignal }): Promise<Submission>
}

export function openDirectDebits(bank: BankOptions): DirectDebits {
  return {
    compose: (batch) => writeUpload('debit', batch),
    submit: (file, options) => submitFile(bank, { ...file, kind: 'debit' }, options),
  }
}
