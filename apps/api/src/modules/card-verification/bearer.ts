import type { Clock, Db } from '@nikau/runtime'
import type { CardCheck } from '../../http/authenticate.ts'
import { tokenHashOf } from './rules.ts'
import { selectBearer } from './store.ts'

/** Knows the tokens that verified cards were given. They are few and short-lived, so each is looked up when it is shown. */
export function cardCheck({ db, machine }: { db: Db; machine: Clock }): CardCheck {
  return { bearerOf: (token) => selectBearer(db, tokenHashOf(token), machine.now()) }
}
