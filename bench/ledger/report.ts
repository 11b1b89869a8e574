import { execFileSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'

export interface Sample {
  perSecond: number
  /** Processor time per transfer or group in microseconds: in the server, and in the client. */
  serverMicros: number
  ownMicros: number
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const cpu = (sample: Sample) => sample.serverMicros + sample.ownMicros

export const percentile = (sorted: readonly number[], part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
const whole = (value: number) => Math.round(value).toLocaleString('en-NZ')

export function line(name: string, samples: readonly Sample[], compared?: readonly Sample[]): string {
  const rates = samples.map((sample) => sample.perSecond)
  const cells = [
    name,
    whole(median(rates)),
    `${whole(Math.min(...rates))} – ${whole(Math.max(...rates))}`,
    whole(median(samples.map((sample) => sample.serverMicros))),
    whole(median(samples.map((sample) => sample.ownMicros))),
    compared ? ratio(samples, compared).toFixed(2) : '1',
    compared ? (median(compared.map(cpu)) / median(samples.map(cpu))).toFixed(2) : '1',
  ]
  return `| ${cells.join(' | ')} |`
}

/** The median of the ratios of neighbouring samples, so that a busy moment affects both sides of a ratio. */
export function ratio(ours: readonly Sample[], theirs: readonly Sample[]): number {
  return median(ours.map((sample, i) => sample.perSecond / theirs[i]!.perSecond))
}

export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown'
  const pgbench = execFileSync('pgbench', ['--version']).toString().trim()
  return `${cpus().length} x ${model}, Node ${process.version}, ${pgbench}, load average ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`
}
