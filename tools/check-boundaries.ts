import { readFileSync } from 'node:fs'
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import { conclude, isTest, sourceFiles } from './check-source.ts'

// Without a TypeScript parser, dependency-cruiser skips every .ts file and reports no violations. So each source file must be
// among the modules it read, and a file that imports a neighbour must have a dependency.

const config: { forbidden: { scope?: string }[]; options: ICruiseOptions } = (await import(new URL('../.dependency-cruiser.mjs', import.meta.url).href)).default
const folders = ['apps', 'packages', 'sandboxes', 'e2e', 'bench', 'trials', 'tools']
const files = sourceFiles(...folders.flatMap((folder) => [`${folder}/**/*.ts`, `${folder}/**/*.tsx`]))

const { enhancedResolveOptions, ...options } = config.options
async function cruiseWith(sources: string[], forbidden: object[]): Promise<ICruiseResult> {
  const ruleSet = { forbidden } as NonNullable<ICruiseOptions['ruleSet']>
  const { output } = await cruise(sources, { ...options, validate: true, ruleSet }, enhancedResolveOptions)
  return output as ICruiseResult
}
const isFolderRule = ({ scope }: { scope?: string }) => scope === 'folder'
const result = await cruiseWith(
  files,
  config.forbidden.filter((rule) => !isFolderRule(rule)),
)
// A test of a screen opens the whole app, so with tests every feature would be in a cycle with it.
const folderResult = await cruiseWith(
  files.filter((file) => !isTest(file)),
  config.forbidden.filter(isFolderRule),
)
const violations = [...result.summary.violations, ...folderResult.summary.violations]
const dependencies = new Map(result.modules.map((module) => [module.source, module.dependencies.length]))
const importsNeighbour = /^(?:import|export)\b[^'"]*['"]\.{1,2}\//m

const faults = [
  ...files.filter((file) => !dependencies.has(file)).map((file) => `not read: ${file}`),
  ...files.filter((file) => dependencies.get(file) === 0 && importsNeighbour.test(readFileSync(file, 'utf8'))).map((file) => `imports not seen: ${file}`),
  ...violations.map(({ rule, from, to, cycle }) => {
    const path = cycle ? [from, ...cycle.map(({ name }) => name)].join(' -> ') : `${from} -> ${to}`
    return `${rule.name}: ${path}`
  }),
]
const comments = new Map([result, folderResult].flatMap(({ summary }) => summary.ruleSetUsed?.forbidden ?? []).map((rule) => [rule.name, rule.comment]))
for (const name of new Set(violations.map(({ rule }) => rule.name))) {
  const comment = comments.get(name)
  if (comment) faults.push(`  ${name}: ${comment}`)
}
conclude(faults, `${files.length} files, ${result.summary.totalDependenciesCruised ?? 0} dependencies, no violation of the architecture`)
