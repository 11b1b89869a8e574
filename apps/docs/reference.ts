import { code, codeBlock, escape, fieldTable, inline, type Schema, typeName } from './reference-schema.ts'

export interface OpenApi {
  info: { title: string; description?: string }
  servers?: { url: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses?: Record<string, Response>; headers?: Record<string, Header> }
}

interface Header {
  description?: string
  $ref?: string
}

interface Response {
  description?: string
  headers?: Record<string, Header>
  content?: Record<string, Media>
  $ref?: string
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
  security?: Record<string, string[]>[]
  parameters?: { name?: string; in?: string; required?: boolean; schema?: Schema; description?: string; $ref?: string }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response>
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
    ...groups.map(([group, members]) => ({
      source: `reference/${group}.md`,
      text: [`# ${sentence(group)}`, ...members.map((call) => callSection(call, document))].join('\n\n'),
    })),
    ...(webhooks.length > 0 ? [{ source: 'reference/webhooks.md', text: webhooksPage(webhooks, document) }] : []),
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
    ...headersOf(document),
    '## Calls for merchants',
    list(merchants),
    '## Calls of the wallet',
    list(others),
    '## More',
    `- [Shared types](/reference/schemas.md)${hasWebhooks ? '\n- [Webhooks](/reference/webhooks.md)' : ''}\n- [The client for TypeScript](/guides/sdk.md)`,
  ].join('\n\n')
}

const isForKeys = ({ security }: Operation) => (security ?? []).some((scheme) => 'merchantKey' in scheme)

/** What each answer carries beside its body. */
function headersOf({ components }: OpenApi): string[] {
  const rows = Object.entries(components.headers ?? {}).map(([name, { description = '' }]) => `| ${code(name)} | ${inline(description)} |`)
  return rows.length === 0 ? [] : ['## Headers of answers {#headers}', ['| Header | Means |', '|---|---|', ...rows].join('\n')]
}

const callerNames: Readonly<Record<string, string>> = {
  person: 'a signed-in person',
  till: 'a staff till',
  'till tillTurn': 'a staff till where a person has signed on',
  paymentToken: 'the holder of a payment token',
  transferLink: 'the holder of the link to a transfer',
}

/** The schemes of one entry are needed together, and any one entry is enough. */
function callersOf({ security = [] }: Operation): string {
  const names = security.map((schemes) => {
    const scopes = schemes['merchantKey']
    if (scopes) return keyWith(scopes)
    const schemeNames = Object.keys(schemes).join(' ')
    const name = callerNames[schemeNames]
    if (name === undefined) throw new Error(`the reference has no words for the security scheme ${schemeNames}`)
    return name
  })
  return names.length === 0 ? 'anyone' : names.join(', or ')
}

function keyWith(scopes: readonly string[]): string {
  if (scopes.includes('account-owner')) return 'an API key with all rights'
  return scopes.length === 0 ? 'any API key' : `an API key with the ${scopes.length === 1 ? 'scope' : 'scopes'} ${scopes.map(code).join(' and ')}`
}

/** A response as it stands, or the shared one that it names. */
function resolve(response: Response, { components }: OpenApi): Response {
  if (response.$ref === undefined) return response
  const shared = components.responses?.[response.$ref.replace('#/components/responses/', '')]
  if (!shared) throw new Error(`the document has no ${response.$ref}`)
  return shared
}

function callSection(call: Call, document: OpenApi): string {
  const { method, path, summary, description, parameters = [], requestBody } = call
  const responses = Object.entries(call.responses).map(([status, response]) => ({ status, ...resolve(response, document) }))
  const fields = parameters.filter(({ name }) => name !== undefined)
  const [sent] = Object.values(requestBody?.content ?? {})
  const answer = responses.find(({ status }) => status.startsWith('2'))
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
    ...headerNames(responses),
  ].join('\n\n')
}

type Answers = readonly (Response & { status: string })[]

/** One row per code, which is one line of the description. */
function refusals(responses: Answers): string[] {
  const rows = responses
    .filter(({ status }) => !status.startsWith('2'))
    .flatMap(({ status, description = '' }) =>
      description.split('\n').map((line) => {
        const [, name, means] = /^- `([A-Z_\d]+)`(?:: (.*))?$/.exec(line) ?? []
        if (name === undefined) throw new Error(`a refusal is not "- \`CODE\`: meaning": ${line}`)
        return `| ${status} | ${code(name)} | ${inline(means ?? '')} |`
      }),
    )
  return rows.length > 0 ? ['**Refusals**', ['| Status | Code | Means |', '|---|---|---|', ...rows].join('\n')] : []
}

/** Which headers answers carry, each with the statuses that have it unless all do. */
function headerNames(responses: Answers): string[] {
  const names = [...new Set(responses.flatMap(({ headers = {} }) => Object.keys(headers)))]
  const lines = names.map((name) => {
    const statuses = responses.filter(({ headers }) => headers && name in headers).map(({ status }) => status)
    return statuses.length === responses.length ? code(name) : `${code(name)} with ${statuses.join(' and ')}`
  })
  return lines.length > 0 ? [`**Headers of the answer**: ${lines.join(', ')}. [What they say](/reference/#headers).`] : []
}

function examplesOf({ example, examples = {} }: Media): string[] {
  const values = [...(example === undefined ? [] : [example]), ...Object.values(examples).flatMap(({ value }) => (value === undefined ? [] : [value]))]
  return values.length > 0 ? ['**Example**', ...values.map((value) => codeBlock('json', JSON.stringify(value, null, 2)))] : []
}

function webhooksPage(webhooks: [string, Record<string, Operation>][], document: OpenApi): string {
  const sections = webhooks.flatMap(([name, methods]) =>
    Object.values(methods).map(({ summary, description, requestBody, responses }) => {
      const [sent] = Object.values(requestBody?.content ?? {})
      return [
        `## ${code(name)}`,
        `${inline(description ?? summary ?? '')}.`,
        ...(sent?.schema ? ['**Body**', fieldTable(sent.schema), ...examplesOf(sent)] : []),
        ...Object.entries(responses).flatMap(([status, response]) => yourAnswer(status, resolve(response, document))),
      ].join('\n\n')
    }),
  )
  return ['# Webhooks', 'What is sent to your address. How to receive it: [webhooks](/guides/webhooks.md).', ...sections].join('\n\n')
}

/** What the receiver answers, which for some calls has a body. */
function yourAnswer(status: string, { description = '', content = {} }: Response): string[] {
  const [body] = Object.values(content)
  return [`**Your answer**: ${code(status)}. ${inline(description)}.`, ...(body?.schema ? [fieldTable(body.schema), ...examplesOf(body)] : [])]
}

function schemasPage(schemas: Record<string, Schema>): string {
  const sections = Object.entries(schemas)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => `## ${name} {#${name}}\n\n${fieldTable(schema)}`)
  return ['# Shared types', 'Objects that several calls send or answer.', ...sections].join('\n\n')
}
