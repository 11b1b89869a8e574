import { spawnSync } from 'node:child_process'

// `pnpm audit:dependencies`: known vulnerabilities of everything in the lockfile, development packages included. Exit codes: 0 none,
// 1 at least one, 3 the advisories could not be fetched, so nothing is known either way.

interface Report {
  advisories: Record<
    string,
    { module_name: string; severity: string; title: string; vulnerable_versions: string; url: string; findings: { version: string }[] }
  >
  metadata: { totalDependencies: number }
}

const { stdout, stderr } = spawnSync('pnpm', ['--config.fetch-retries=0', 'audit', '--json'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
const report = parseReport(stdout)
if (!report) {
  console.error(`NOT AUDITED: the advisories could not be fetched. ${/ERR_\w+/.exec(`${stderr}${stdout}`)?.[0] ?? ''}`.trim())
  process.exit(3)
}
const found = Object.values(report.advisories)
for (const { module_name: name, findings, severity, title, vulnerable_versions: range, url } of found)
  console.log(`${severity} ${name} ${[...new Set(findings.map(({ version }) => version))].join(', ')} (${range}): ${title} ${url}`)
console.log(`${report.metadata.totalDependencies} packages audited, ${found.length} known vulnerabilities`)
process.exit(found.length > 0 ? 1 : 0)

function parseReport(text: string): Report | undefined {
  try {
    const parsed = JSON.parse(text) as Partial<Report>
    return parsed.advisories && parsed.metadata ? (parsed as Report) : undefined
  } catch {
    return undefined
  }
}
