import { expect, test } from 'vitest'
import { accessReviewAt, nextReviewDays } from './access-review.ts'

test('the review of a quarter begins with its first day and ends with its seventh, in Auckland [DESK-14]', () => {
  const review = accessReviewAt(new Date('2026-12-31T11:00:00Z')) // midnight of 1 January
  expect(review).toEqual({ quarter: '2027-Q1', from: new Date('2026-12-31T11:00:00Z'), lastDay: '2027-01-07', endsAt: new Date('2027-01-07T11:00:00Z') })
  expect(accessReviewAt(new Date('2026-12-31T10:59:59Z')).quarter).toBe('2026-Q4')
  expect(nextReviewDays(review)).toEqual({ firstDay: '2027-04-01', lastDay: '2027-04-07' })
})

test('a review over a change of the clocks keeps whole days [DESK-14]', () => {
  // Clocks go back on 4 April 2027.
  expect(accessReviewAt(new Date('2027-05-01T00:00:00Z'))).toMatchObject({
    from: new Date('2027-03-31T11:00:00Z'),
    endsAt: new Date('2027-04-07T12:00:00Z'),
  })
})
