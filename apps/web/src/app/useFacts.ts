import { useFlags } from '../lib/flags.ts'
import type { Facts } from './navigation.ts'

/** Until wallets and bank accounts are read here, only the flag can say that one may withdraw. */
export function useFacts(): Facts {
  return { flags: useFlags(), canWithdraw: false }
}
