import { code, codeBlock, escape, fieldTable, type Schema, typeName } from './reference-schema.ts'

export interface OpenApi {
  info: { title: string; description?: string }
  servers?: { url: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { summary?: string; value?: unknown; $ref?: string }>
}

interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  security?: Record<string, unknown>[]
  parameters?: { name?: string; in?: string; required?: boolean; schema?: Schema; description?: string; $ref?: string }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description?: string; content?: Record<string, Media>; $ref?: string }>
}

interface Call extends Operation {
  method: string
  path: string
}

export interface ReferencePage {
  source: string
  text: string
}

const sentence = (name: string) => {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** One page for each first part of the paths, one for all shared types, one for webhooks if the document has them, and an index. */
export function referencePages(document: OpenApi): ReferencePage[] {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ ...operation, path, method: method.toUpperCase() })),
  )
  const groups = [...Map.groupBy(calls, ({ tags, path }) => slug(tags?.[0] ?? path.split('/')[2] ?? 'other'))].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const webhooks = Object.entries(document.webhooks ?? {})
  return [
    { source: 'reference/README.md', text: indexPage(document, groups, webhooks.length > 0) },
    ...groups.map(([group, members]) => ({ source: `reference/${group}.md`, text: [`# ${sentence(group)}`, ...members.map(callSection)].join('\n\n') })),
    ...(webhooks.length > 0 ? [{ source: 'reference/webhooks.md', text: webhooksPage(webhooks) }] : []),
    { source: 'reference/schemas.md', text: schemasPage(document.components.schemas) },
  ]
}

const slug = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '')

function indexPage(document: OpenApi, groups: [string, Call[]][], hasWebhooks: boolean): string {
  const servers = document.servers ?? []
  const merchants = groups.filter(([, calls]) => calls.some(isForKeys))
  const others = groups.filter(([, calls]) => !calls.some(isForKeys))
  const list = (some: [string, Call[]][]) =>
    some.map(([group, calls]) => `- [${sentence(group)}](/reference/${group}.md): ${calls.length} ${calls.length === 1 ? 'call' : 'calls'}`).join('\n')
  return [
    '# API reference',
    escape(document.info.description ?? ''),
    'Written from `docs/openapi.json`, which is written from the contract. The address of the document on a server is `/openapi.json`.',
    '## Addresses',
    servers.length > 0
      ? servers.map(({ url, description }) => `- ${code(url)}${description === undefined ? '' : `: ${escape(description)}`}`).join('\n')
      : 'On your machine `pnpm dev` prints the address of the API; paths are relative to it.',
    '## Who calls',
    'A merchant’s server sends its API key in the header `X-Api-Key`. A signed-in person has an access token (`Authorization: Bearer …`). Each call names who may make it. What is refused has a code: see the [error catalogue](/guides/errors.md).',
    '## Calls for merchants',
    list(merchants),
    '## Calls of the wallet',
    list(others),
    '## More',
    `- [Shared types](/reference/schemas.md)${hasWebhooks ? '\n- [Webhooks](/reference/webhooks.md)' : ''}\n- [The client for TypeScript](/guides/sdk.md)`,
  ].join('\n\n')
}

const isForKeys = ({ security }: Operation) => (security ?? []).some((scheme) => 'merchantKey' in scheme)

const callerNames: Readonly<Record<string, string>> = { merchantKey: 'an API key', person: 'a signed-in person', paymentToken: 'the holder of a payment token' }

function callersOf({ security = [] }: Operation): string {
  const names = security.flatMap((scheme) => Object.keys(scheme)).map((name) => callerNames[name] ?? name)
  return names.length === 0 ? 'anyone' : names.join(' or ')
}

function callSection(call: Call): string {
  const { method, path, summary, description, parameters = [], requestBody, responses } = call
  const fields = parameters.filter(({ name }) => name !== undefined)
  const [sent] = Object.values(requestBody?.content ?? {})
  const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const [type, answered] = Object.entries(answer?.content ?? {})[0] ?? []
  return [
    `## ${sentence(call.operationId ?? path)} {#${call.operationId ?? slug(`${method}-${path}`)}}`,
    codeBlock('http', `${method} ${path}`),
    `${escape(description ?? summary ?? '')}. For ${callersOf(call)}.`.replace('..', '.'),
    ...(fields.length > 0
      ? [
          '**Parameters**',
          [
            '| Name | In | Type | Required |',
            '|---|---|---|---|',
            ...fields.map(
              ({ name, in: place, schema, required }) => `| ${code(name!)} | ${place ?? ''} | ${typeName(schema ?? {})} | ${required ? 'yes' : ''} |`,
            ),
          ].join('\n'),
        ]
      : []),
    ...(sent?.schema ? ['**Body**', fieldTable(sent.schema), ...examplesOf(sent)] : []),
    ...(answered
      ? [
          '**Answer**',
          type === 'application/json' ? fieldTable(answered.schema ?? {}) : `${code(type ?? '')}: ${typeName(answered.schema ?? {})}`,
          ...examplesOf(answered),
        ]
      : []),
    ...refusals(responses),
  ].join('\n\n')
}

function refusals(responses: Operation['responses']): string[] {
  const rows = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(
      ([status, { description = '' }]) =>
        `| ${status} | ${description
          .split(/,\s*/)
          .map((one) => (/^[A-Z_\d]+$/.test(one) ? code(one) : escape(one)))
          .join(', ')} |`,
    )
  return rows.length > 0 ? ['**Refusals**', ['| Status | Codes |', '|---|---|', ...rows].join('\n')] : []
}

function examplesOf({ example, examples = {} }: Media): string[] {
  const values = [...(example === undefined ? [] : [example]), ...Object.values(examples).flatMap(({ value }) => (value === undefined ? [] : [value]))]
  return values.length > 0 ? ['**Example**', ...values.map((value) => codeBlock('json', JSON.stringify(value, null, 2)))] : []
}

function webhooksPage(webhooks: [string, Record<string, Operation>][]): string {
  const sections = webhooks.flatMap(([name, methods]) =>
    Object.values(methods).map(({ summary, description, requestBody }) => {
      const [sent] = Object.values(requestBody?.content ?? {})
      return [`## ${code(name)}`, escape(description ?? summary ?? ''), ...(sent?.schema ? [fieldTable(sent.schema), ...examplesOf(sent)] : [])].join('\n\n')
    }),
  )
  return ['# Webhooks', 'What is sent to your address. How to receive it: [webhooks](/guides/webhooks.md).', ...sections].join('\n\n')
}

function schemasPage(schemas: Record<string, Schema>): string {
  const sections = Object.entries(schemas)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => `## ${name} {#${name}}\n\n${fieldTable(schema)}`)
  return ['# Shared types', 'Objects that several calls send or answer.', ...sections].join('\n\n')
}
