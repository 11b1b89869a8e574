import * as audit from './audit.ts'
import * as controls from './controls.ts'
import type { DeskEndpoint } from './endpoint.ts'
import * as exceptions from './exceptions.ts'
import * as operators from './operators.ts'
import * as overview from './overview.ts'
import * as proposals from './proposals.ts'
import * as session from './session.ts'

const features: readonly Readonly<Record<string, unknown>>[] = [session, overview, proposals, exceptions, audit, operators, controls]

const isEndpoint = (value: unknown): value is DeskEndpoint =>
  typeof value === 'object' && value !== null && 'access' in value && value.access === 'operator' && 'path' in value

/** Every call of the desk by its name. */
export const deskEndpoints: Readonly<Record<string, DeskEndpoint>> = Object.fromEntries(
  features.flatMap((feature) => Object.entries(feature).filter((entry): entry is [string, DeskEndpoint] => isEndpoint(entry[1]))),
)
