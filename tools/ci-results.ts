import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

export interface FailedTest {
  file: string
  title: string
  message: string
}

export interface TestResults {
  passed: number
  failed: FailedTest[]
}

interface VitestReport {
  testResults: { name: string; message: string; status: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[]
}

interface PlaywrightSuite {
  specs: { title: string; file: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[]
  suites?: PlaywrightSuite[]
}

interface PlaywrightReport {
  suites: PlaywrightSuite[]
}

/** Reads the JSON report of vitest or Playwright. Without a file no test has run. */
export function readResults(root: string, file: string): TestResults {
  if (!existsSync(file)) return { passed: 0, failed: [] }
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport | PlaywrightReport
  return 'testResults' in report ? fromVitest(root, report) : fromPlaywright(report)
}

function fromVitest(root: string, report: VitestReport): TestResults {
  const tests = report.testResults.flatMap((result) => {
    const file = relative(root, result.name)
    const own = result.assertionResults.map((test) => ({ status: test.status, file, title: test.fullName, message: test.failureMessages.join('\n') }))
    const fileFailed = result.status === 'failed' && own.every((test) => test.status !== 'failed')
    return fileFailed ? [...own, { status: 'failed', file, title: 'the file itself', message: result.message }] : own
  })
  return { passed: tests.filter(({ status }) => status === 'passed').length, failed: tests.filter(({ status }) => status === 'failed') }
}

function fromPlaywright(report: PlaywrightReport): TestResults {
  const specsOf = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
  const tests = report.suites.flatMap(specsOf).flatMap((spec) => spec.tests.map((test) => ({ ...test, file: `e2e/${spec.file}`, title: spec.title })))
  const failed = tests
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ file, title, results }) => ({ file, title, message: results.map((result) => result.error?.message ?? '').join('\n') }))
  return { passed: tests.filter(({ status }) => status === 'expected').length, failed }
}
