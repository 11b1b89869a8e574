import type { Endpoint } from '../endpoint.ts'
import { bookExamples } from './books.ts'
import { developerExamples } from './developers.ts'
import type { Example } from './example.ts'
import { paymentExamples } from './payments.ts'
import { settingExamples } from './settings.ts'
import { tillExamples } from './tills.ts'

/** An example of every call that an API key can make. */
export const examples: ReadonlyMap<Endpoint, Example> = new Map([
  ...paymentExamples,
  ...bookExamples,
  ...settingExamples,
  ...developerExamples,
  ...tillExamples,
])
