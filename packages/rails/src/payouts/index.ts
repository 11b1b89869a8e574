import { type BankOptions, type SentFile, type Submission, submitFile } from '../ib4b/bank.ts'
import { type Upload, writeUpload } from '../ib4b/upload.ts'

/** Money paid out to customers' bank accounts. The same terms as with direct debits: bytes are kept, then sent, and never changed. */
export interface Payouts {
  compose(batch: Upload): Buffer
  submit(file: Omit<SentFile, 'kind'>, options: { again: boolean; signal?: AbortSignal }): Promise<Submission>
}

export function openPayouts(bank: BankOptions): Payouts {
  return {
    compose: (batch) => writeUpload('credit', batch),
    submit: (file, options) => submitFile(bank, { ...file, kind: 'credit' }, options),
  }
}
