import { abandonTillSale, findTillSale, getTill, listTillPeople, signOff, signOn } from '../tills.ts'
import { exampleOf } from './example.ts'
import { accountId, configId, merchantId, newRequest } from './shop.ts'

const id = 'till_Kx4NvBt8QwHz2RcYm6SdJg'
const personId = '0b7d4a52-6f0e-4c39-9a71-5f2f3f6f8a10'
const sale = { id, idempotencyKey: 'order-1001' }

export const tillExamples = [
  exampleOf(getTill, {
    params: { id },
    answer: {
      id,
      name: 'Counter',
      merchantId,
      merchantName: 'The Corner Loaf',
      accountId,
      accountName: 'The Corner Loaf',
      liveness: 'test',
      configId,
      limits: { perPayment: '200000', perDay: '2000000', refund: '200000' },
    },
  }),
  exampleOf(listTillPeople, { params: { id }, answer: [{ personId, name: 'Ana', hasCode: true }] }),
  exampleOf(signOn, {
    params: { id },
    body: { personId, code: '482915' },
    answer: { token: 'a-token-for-X-Till-Turn', personId, name: 'Ana', endsAfter: 1800, refundLimit: '5000' },
  }),
  exampleOf(signOff, { params: { id }, answer: {} }),
  exampleOf(findTillSale, { params: sale, answer: newRequest }),
  exampleOf(abandonTillSale, {
    params: sale,
    answer: { paymentRequest: { ...newRequest, status: 'cancelled', cancellationReason: 'CANCELLED_BY_MERCHANT', remainingAmount: '0' } },
  }),
]
