import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

// `node tools/check-documents.ts [--write]`: links and paths in the documents exist, commands they name are scripts, the
// architecture names every part and draws the imports between modules, and the index of decisions equals their headers
// (`--write` writes that index).

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const list = (folder: string): string[] => readdirSync(join(root, folder)).toSorted()
const skipped = new Set(['node_modules', '.git', '.tools', '.data', '.results', '.pages', 'dist'])

/** Requirements quote addresses and files of other systems. */
const isQuoting = (path: string): boolean => /^docs\/requirements(?:-[a-z]+)?\.md$/.test(path)

function documents(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : documents(path)
    return entry.name.endsWith('.md') && !isQuoting(path) ? [path] : []
  })
}

function brokenLinks(file: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)|(?:src|href)="([^"#]+)"/g)].map((match) => (match[1] ?? match[2])!)
  return targets
    .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(file), target)))
    .map((target) => `${file}: link to ${target}, which does not exist`)
}

/** Paths in backticks from a top folder, without wildcards or placeholders. */
function brokenPaths(file: string, text: string): string[] {
  const paths = [...text.matchAll(/`((?:apps|packages|sandboxes|db|docs|e2e|bench|trials|tools|\.ci|\.github)\/[\w./-]+)`/g)].map((match) => match[1]!)
  return paths.filter((path) => !existsSync(join(root, path))).map((path) => `${file}: names ${path}, which does not exist`)
}

const scripts = new Set(Object.keys((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts))
const builtIn = new Set(['install', 'exec', 'audit', 'add', 'update', 'outdated', 'why', 'version'])

function unknownCommands(file: string, text: string): string[] {
  const code = [...text.matchAll(/```(?:sh|bash)?\n([\s\S]*?)```|`([^`\n]+)`/g)].map((match) => match[1] ?? match[2] ?? '')
  const commands = code.flatMap((piece) => [...piece.replaceAll(/#.*$/gm, '').matchAll(/(?:^|[\s;&(])pnpm ([a-z][\w:-]*)/g)].map((match) => match[1]!))
  return commands.filter((name) => !scripts.has(name) && !builtIn.has(name)).map((name) => `${file}: names pnpm ${name}, which is no script`)
}

/** Every app, package, sandbox, module and web feature is named in the architecture. */
function unnamedParts(): string[] {
  const text = read('ARCHITECTURE.md')
  const folders = ['apps', 'packages', 'sandboxes', 'apps/api/src/modules', 'apps/web/src/features', 'trials', 'bench'].flatMap((folder) =>
    list(folder).filter((name) => existsSync(join(root, folder, name)) && !name.includes('.') && name !== 'node_modules' && name !== 'results'),
  )
  return folders.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text)).map((name) => `ARCHITECTURE.md: does not name ${name}`)
}

const modules = 'apps/api/src/modules'

/** `module -> module` for each import of another module's index.ts, tests and fixtures apart. */
function importedModules(): string[] {
  return list(modules).flatMap((module) => {
    const files = readdirSync(join(root, modules, module), { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test|fixtures)\.ts$/.test(file))
    const imports = files.flatMap((file) => [...read(`${modules}/${module}/${file}`).matchAll(/ from '(?:\.\.\/)+([a-z-]+)\/index\.ts'/g)])
    return [...new Set(imports.map((match) => `${module} -> ${match[1]}`))]
  })
}

/** The same from the lines `a & b --> c & d` of the architecture's diagrams. */
function drawnModules(): string[] {
  const known = new Set(list(modules))
  const lines = [...read('ARCHITECTURE.md').matchAll(/^ {2}([a-z& -]+?) --> ([a-z& -]+)$/gm)]
  const names = (side: string): string[] => side.split(' & ').filter((name) => known.has(name))
  return lines.flatMap(([, from, to]) => names(from!).flatMap((source) => names(to!).map((target) => `${source} -> ${target}`)))
}

function moduleDiagramFaults(): string[] {
  const [imported, drawn] = [new Set(importedModules()), new Set(drawnModules())]
  const missing = [...imported].filter((edge) => !drawn.has(edge)).map((edge) => `ARCHITECTURE.md: the diagram of modules lacks ${edge}`)
  return [
    ...missing,
    ...[...drawn].filter((edge) => !imported.has(edge)).map((edge) => `ARCHITECTURE.md: the diagram of modules shows ${edge}, which no file imports`),
  ]
}

const decisions = 'docs/decisions'

function decisionsIndex(): { text: string; faults: string[] } {
  const faults: string[] = []
  const rows = list(decisions)
    .filter((name) => /^\d{4}-/.test(name))
    .map((name) => {
      const text = read(`${decisions}/${name}`)
      const field = (pattern: RegExp): string => {
        const found = pattern.exec(text)?.[1]
        if (found === undefined) faults.push(`${decisions}/${name}: has no line ${String(pattern)}`)
        return found ?? ''
      }
      const title = field(/^# \d{4}: (.+)$/m)
      const date = field(/^- Date: (\d{4}-\d{2}-\d{2})$/m)
      const status = field(/^- Status: (accepted|proposed|superseded by \d{4})$/m)
      return `| [${name.slice(0, 4)}](${name}) | ${title} | ${date} | ${status} | ${field(/^- Rejected: (.+)$/m)} |`
    })
  const head = `# Decisions\n\nWhy Nikau is built as it is, one page each. A new decision takes the next free number of its area and the same header; a decision that no longer holds stays, with the status \`superseded by\` and the new number. \`node tools/check-documents.ts --write\` writes this index.\n\n| No. | Decision | Date | Status | Rejected |\n|---|---|---|---|---|\n`
  return { text: `${head}${rows.join('\n')}\n`, faults }
}

const faults = documents().flatMap((file) => {
  const text = read(file)
  return [...brokenLinks(file, text), ...brokenPaths(file, text), ...unknownCommands(file, text)]
})
faults.push(...unnamedParts(), ...moduleDiagramFaults())
const index = decisionsIndex()
const indexFile = join(root, decisions, 'README.md')
faults.push(...index.faults)
if (process.argv.includes('--write')) writeFileSync(indexFile, index.text)
else if (!existsSync(indexFile) || readFileSync(indexFile, 'utf8') !== index.text)
  faults.push(`${relative(root, indexFile)}: is stale; run node tools/check-documents.ts --write`)
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}
console.log('documents agree with the tree')
