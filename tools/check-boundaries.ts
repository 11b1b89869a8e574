import { readFileSync } from 'node:fs'
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import { conclude, sourceFiles } from './check-source.ts'

// dependency-cruiser without a parser for TypeScript skips every .ts file and reports that nothing is wrong. So each
// source file must be among the modules it read, and a file that imports a neighbour must have a dependency there.

const config: { forbidden: unknown[]; options: ICruiseOptions } = (await import(new URL('../.dependency-cruiser.mjs', import.meta.url).href)).default
const folders = ['apps', 'packages', 'sandboxes', 'e2e', 'bench', 'trials', 'tools']
const files = sourceFiles(...folders.flatMap((folder) => [`${folder}/**/*.ts`, `${folder}/**/*.tsx`]))

const { enhancedResolveOptions, ...options } = config.options
const { output } = await cruise(
  files,
  { ...options, validate: true, ruleSet: { forbidden: config.forbidden } as NonNullable<ICruiseOptions['ruleSet']> },
  enhancedResolveOptions,
)
const result = output as ICruiseResult
const dependencies = new Map(result.modules.map((module) => [module.source, module.dependencies.length]))
const importsNeighbour = /^(?:import|export)\b[^'"]*['"]\.{1,2}\//m

const faults = [
  ...files.filter((file) => !dependencies.has(file)).map((file) => `not read: ${file}`),
  ...files.filter((file) => dependencies.get(file) === 0 && importsNeighbour.test(readFileSync(file, 'utf8'))).map((file) => `imports not seen: ${file}`),
  ...result.summary.violations.map(({ rule, from, to, cycle }) => {
    const path = cycle ? [from, ...cycle.map(({ name }) => name)].join(' -> ') : `${from} -> ${to}`
    return `${rule.name}: ${path}`
  }),
]
const comments = new Map(result.summary.ruleSetUsed?.forbidden?.map((rule) => [rule.name, rule.comment]))
for (const name of new Set(result.summary.violations.map(({ rule }) => rule.name))) {
  const comment = comments.get(name)
  if (comment) faults.push(`  ${name}: ${comment}`)
}
conclude(faults, `${files.length} files, ${result.summary.totalDependenciesCruised ?? 0} dependencies, no arrow against the house`)
