import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { chooseItems, faultOf, onceWeak } from './mutants-choice.ts'
import { copyTree } from './mutants-copy.ts'
import type { TestRun, TestRunResult } from './mutants-tests.ts'
import { readMutants } from './mutants/index.ts'
import type { Mutant } from './mutants/mutant.ts'
import type { Item } from './requirements-results.ts'

export interface MutantOptions {
  /** Of the lists in docs. */
  items: Item[]
  /** Only these items. */
  only?: string[]
  count: number
  seed: number
  /** Without the rule that all items of `onceWeak` are tried. */
  quick: boolean
}

/** Tests of two mutants run at the same time. */
const lanes = ['first', 'second']
const runLimitMs = 600_000
/** The test did not get as far as the behaviour. */
const notRun = /SyntaxError|ReferenceError|Failed to fetch dynamically imported module|Failed to resolve import/

/**
 * Takes a behaviour out of the source and expects the item's own test to fail, in copies of the working tree. The test alone runs
 * first without the mutant: a test that fails by itself, or needs another one before it, proves nothing.
 */
export async function runMutants({ items, only, count, seed, quick }: MutantOptions): Promise<boolean> {
  const all = (await readMutants()).map((mutant) => ({ mutant, fault: faultOf(mutant, items) }))
  const known = [...new Set(all.map(({ mutant }) => mutant.item))]
  const chosen = only ?? chooseItems(known, { count, seed, always: quick ? [] : onceWeak })
  const faults = [
    ...all.flatMap(({ mutant: { item }, fault }) => (fault !== undefined && (!only || only.includes(item)) ? [`${item}: ${fault}`] : [])),
    ...chosen.filter((item) => !known.includes(item)).map((item) => `${item}: no mutant`),
    ...(!only && chosen.length < count ? [`only ${chosen.length} items have a mutant`] : []),
  ]
  for (const fault of faults) console.log(fault)
  if (!only) console.log(`seed ${seed}: ${chosen.join(' ')}`)
  const usable = all.filter(({ fault }) => fault === undefined).map(({ mutant }) => mutant)
  const tried = chosen.flatMap((item) => usable.filter((mutant) => mutant.item === item))
  const notKilled = await tryAll(tried)
  const survivors = new Set([...notKilled].map(({ item }) => item))
  const open = chosen.filter((item) => survivors.has(item) || !tried.some((mutant) => mutant.item === item))
  const rest = open.length > 0 ? `; not: ${open.join(' ')}` : ''
  console.log(`mutants: ${chosen.length - open.length} of ${chosen.length} items' own tests failed${rest}`)
  return open.length === 0 && faults.length === 0
}

/** The mutants that no test noticed. */
export async function tryAll(mutants: readonly Mutant[]): Promise<Set<Mutant>> {
  const folder = mkdtempSync(join(tmpdir(), 'nikau-mutants-'))
  chmodSync(folder, 0o755) // the database server does not run as root, and its program is in the copy
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.once('SIGINT', () => {
    remove()
    process.exit(130)
  })
  const queue = [...mutants]
  const notKilled = new Set<Mutant>()
  const lane = async (name: string) => {
    const tree = createTree(join(folder, name))
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const startedAt = Date.now()
      const result = await tryMutant(tree, mutant)
      if (result !== 'killed') notKilled.add(mutant)
      const where = result === 'killed' ? `by ${basename(mutant.test)}` : `in ${mutant.test}`
      console.log(`${mutant.item} ${result} ${where} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
    }
    await tree.close()
  }
  try {
    await Promise.all(lanes.map(lane))
  } finally {
    remove()
  }
  return notKilled
}

async function tryMutant(tree: Tree, mutant: Mutant): Promise<string> {
  const { item, test } = mutant
  const before = await tree.run({ test, item })
  const [failure] = before.failures
  if (failure !== undefined) return `cannot be tried, its test fails without the mutant (${failure.split('\n')[0]})`
  if (before.passed === 0) return `cannot be tried, no test ran (${before.problem ?? 'none is titled with the item'})`
  const path = join(tree.folder, mutant.file)
  const source = readFileSync(path, 'utf8')
  const write = async (text: string) => {
    writeFileSync(path, text)
    // The database of the tests was made from the SQL when they started.
    if (path.endsWith('.sql')) await tree.close()
  }
  await write(source.replace(mutant.find, () => mutant.replace))
  try {
    // A multiple of what it took: the machine may be slow, and a test that waits in vain should not take its own limit.
    const { passed, failures, problem } = await tree.run({ test, item, changed: path, limitMs: Math.max(10_000, 4 * before.slowestMs) })
    if (failures.some((message) => !notRun.test(message))) return 'killed'
    return passed > 0 ? 'survived' : `cannot be tried, with the mutant the code does not run (${failures[0]?.split('\n')[0] ?? problem})`
  } finally {
    await write(source)
  }
}

interface Tree {
  folder: string
  run: (run: TestRun) => Promise<TestRunResult>
  close: () => Promise<void>
}

/** A copy of the working tree with its test processes, one for each project that has run. */
function createTree(folder: string): Tree {
  copyTree(folder)
  const processes = new Map<string, ChildProcess>()
  return {
    folder,
    run: async (run) => {
      const project = run.test.includes('.browser.test.') ? 'browser*' : 'node'
      const known = processes.get(project)
      const child = known?.connected
        ? known
        : fork('tools/mutants-tests.ts', [project], { cwd: folder, stdio: 'ignore', env: { ...process.env, NO_COLOR: '1' } })
      processes.set(project, child)
      child.send(run)
      const result = await answerOf(child)
      if (result) return result
      processes.delete(project)
      if (child.connected) child.disconnect()
      setTimeout(() => child.kill('SIGKILL'), 10_000).unref()
      return { passed: 0, failures: [], slowestMs: 0, problem: 'the tests did not end' }
    },
    close: async () => {
      const running = [...processes.values()].filter(({ connected }) => connected)
      const ends = running.map((child) => once(child, 'exit'))
      for (const child of running) child.disconnect()
      processes.clear()
      await Promise.all(ends)
    },
  }
}

/** Nothing when the process ends, or takes too long. */
function answerOf(child: ChildProcess): Promise<TestRunResult | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, runLimitMs, undefined)
    const end = (result?: TestRunResult) => {
      clearTimeout(timer)
      child.removeAllListeners()
      resolve(result)
    }
    child.once('message', (result: TestRunResult) => end(result))
    child.once('exit', () => end())
  })
}
