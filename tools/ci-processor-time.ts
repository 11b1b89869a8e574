import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

interface Process {
  key: string
  parent: number
  ticks: number
}

/**
 * Measures the processor time of process trees by sampling /proc. Waiting for the children would miss Chromium and killed servers,
 * whose processes outlive the parent that would account for them. A process that starts and ends between two samples is not counted.
 */
export function createProcessorTime(intervalMs = 500) {
  /** Root process to the last known ticks of each process of its tree. */
  const trees = new Map<number, Map<string, number>>()
  const sample = () => {
    const processes = readProcesses()
    for (const [pid, { key, ticks }] of processes) {
      const root = rootOf(pid, processes)
      if (root !== undefined) trees.get(root)!.set(key, ticks)
    }
  }
  /** A process whose parent has ended stays in its tree: it was seen there before. */
  const rootOf = (pid: number, processes: Map<number, Process>): number | undefined => {
    for (let current = pid, next = processes.get(pid); next; current = next.parent, next = processes.get(current)) {
      if (trees.has(current)) return current
      for (const [root, tree] of trees) if (tree.has(next.key)) return root
    }
    return undefined
  }
  const timer = setInterval(sample, intervalMs)
  timer.unref()
  return {
    start: (pid: number) => void trees.set(pid, new Map()),
    /** Seconds since `start`. */
    stop(pid: number): number {
      const ticks = [...(trees.get(pid) ?? new Map<string, number>()).values()].reduce((sum, value) => sum + value, 0)
      trees.delete(pid)
      return ticks / ticksPerSecond
    },
  }
}

/** Every process with its parent and its own user and system time; the key survives the reuse of a process id. */
function readProcesses(): Map<number, Process> {
  const processes = new Map<number, Process>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    let stat: string
    try {
      stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    } catch {
      continue // it ended between the listing and the reading
    }
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    processes.set(Number(name), { key: `${name} ${fields[19]}`, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) })
  }
  return processes
}
