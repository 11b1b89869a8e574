import { type BankOptions, type SentFile, type Submission, submitFile } from '../ib4b/bank.ts'
import { type Upload, writeUpload } from '../ib4b/upload.ts'

/** Payouts to customers' bank accounts. As for direct debits, the bytes are stored first, then sent, and never change. */
export interface Payouts {
  compose(batch: Upload): Buffer
  submit(file: Omit<SentFile, 'kind'>, options: { resubmit: boolean; signal?: AbortSignal }): Promise<Submission>
}

export function openPayouts(bank: BankOptions): Payouts {
  return {
    compose: (batch) => writeUpload('credit', batch),
    submit: (file, options) => submitFile(bank, { ...file, kind: 'credit' }, options),
  }
}
