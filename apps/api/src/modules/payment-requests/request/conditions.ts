import type { MerchantCondition } from '@nikau/contract/payment-requests'

export function isPending(condition: MerchantCondition): boolean {
  return condition.status === 'awaiting-merchant' || condition.status === 'awaiting-patron'
}

export function voidPending(conditions: readonly MerchantCondition[]): MerchantCondition[] {
  return conditions.map((condition) => (isPending(condition) ? { ...condition, status: 'void' as const } : condition))
}
