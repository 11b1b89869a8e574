import { getTillDay, getTillPayment, listTillPayments } from '../till-payments.ts'
import { abandonTillSale, findTillSale, getTill, listTillPeople, signOff, signOn } from '../tills.ts'
import { soldPayment, soldReceipt } from './books.ts'
import { exampleOf } from './example.ts'
import { accountId, configId, merchantId, newRequest, requestId } from './shop.ts'

const id = 'till_Kx4NvBt8QwHz2RcYm6SdJg'
const personId = '0b7d4a52-6f0e-4c39-9a71-5f2f3f6f8a10'
const place = { kind: 'till', terminalId: id, operatorId: personId } as const
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
      gstNumber: '123456789',
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
  exampleOf(listTillPayments, { params: { id }, answer: { items: [{ ...soldPayment, place }] } }),
  exampleOf(getTillPayment, { params: { id, paymentRequestId: requestId }, answer: { ...soldReceipt, place } }),
  exampleOf(getTillDay, {
    params: { id },
    query: { day: '2026-11-19' },
    answer: {
      day: '2026-11-19',
      at: '2026-11-19T04:30:00.000Z',
      paidCount: 3,
      openCount: 0,
      taken: '3850',
      givenBack: '450',
      rounding: '2',
      methods: [
        { method: 'wallet', count: 2, taken: '2550', givenBack: '450' },
        { method: 'cash', count: 1, taken: '1300', givenBack: '0' },
      ],
    },
  }),
  exampleOf(findTillSale, { params: sale, answer: newRequest }),
  exampleOf(abandonTillSale, {
    params: sale,
    answer: { paymentRequest: { ...newRequest, status: 'cancelled', cancellationReason: 'CANCELLED_BY_MERCHANT', remainingAmount: '0' } },
  }),
]
