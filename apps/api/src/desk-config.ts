import { flagNames } from '@nikau/contract/flags'
import { developmentMarker, field, readConfig } from '@nikau/runtime'
import { z } from 'zod'
import { bankFields } from './config.ts'

/** Configuration of the desk's process. It has a listener, a login at the database and keys of its own. */
const schema = z.object({
  DATABASE_URL: field.secret(),
  DESK_PORT: field.port().default(4006),
  DESK_HOST: z.string().default('127.0.0.1'),
  /** The desk as browsers see it. */
  DESK_ORIGIN: field.url().default('http://localhost:4006'),
  /** The OpenID provider. */
  DESK_ISSUER: field.url().default('http://localhost:4001/oidc'),
  /** Seal the provider's tokens: `id:secret,id:secret …`. */
  DESK_KEYS: field.secret().prefault(`dev:${developmentMarker}-desk`),
  /** Opens the bytes of bank files: the worker's. */
  BANK_NUMBER_KEYS: bankFields().BANK_NUMBER_KEYS,
  /** Folder of the built pages. */
  DESK_DIST: z.string().optional(),
  /** A desk over test money, which shows units of test alone. */
  DESK_MODE: z.enum(['live', 'test']).default('live'),
  /** JSON: the flags of the API's WEB_CONFIG, which hold until an operator sets them. */
  DESK_FLAGS: field.json(z.partialRecord(z.enum(flagNames), z.boolean())).prefault('{}'),
  /** Of money, as the worker has it. Sessions follow the system's clock. */
  CLOCK_URL: field.url().optional(),
  LOG_LEVEL: field.level().default('info'),
  TRUST_PROXY: field.trustProxy(),
  DB_CONNECTIONS: field.count().default(5),
  RATE_LIMIT_SCALE: field.count().default(1),
  ...field.metrics(),
})

export type DeskConfig = z.output<typeof schema>

export const readDeskConfig = (env: NodeJS.ProcessEnv): DeskConfig => readConfig(schema, env)
