import { type RouteTimes, timeBuckets } from '../../plugins/request-times.ts'

/** One Prometheus metric. A null value means unknown and is left out of the text. */
export type Metric = {
  name: string
  help: string
  type: 'gauge' | 'counter'
  values: ReadonlyArray<{ labels?: Readonly<Record<string, string>>; value: number | null }>
}

/**
 * The text format of Prometheus, version 0.0.4
 * (prometheus.io/docs/instrumenting/exposition_formats).
 */
export function writeMetrics(metrics: readonly Metric[], routes: readonly RouteTimes[]): string {
  const lines = metrics.flatMap(({ name, help, type, values }) => {
    const known = values.flatMap(({ labels, value }) => (value === null ? [] : [sample(name, labels ?? {}, value)]))
    return known.length === 0 ? [] : [...headOf(name, help, type), ...known]
  })
  return `${[...lines, ...requestLines(routes)].join('\n')}\n`
}

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

function requestLines(routes: readonly RouteTimes[]): string[] {
  const counts = routes.flatMap(({ method, route, statuses }) =>
    [...statuses].map(([status, count]) =>
      sample('office_http_requests_total', { method, route, status: `${status}` }, count),
    ),
  )
  const times = routes.flatMap(({ method, route, buckets, seconds }) => {
    let sum = 0
    const samples = buckets.map((count, at) => {
      sum += count
      const le = timeBuckets[at] === undefined ? '+Inf' : `${timeBuckets[at]}`
      return sample('office_http_request_seconds_bucket', { method, route, le }, sum)
    })
    return [
      ...samples,
      sample('office_http_request_seconds_sum', { method, route }, seconds),
      sample('office_http_request_seconds_count', { method, route }, sum),
    ]
  })
  return [
    ...headOf('office_http_requests_total', 'Answers by route template and status.', 'counter'),
    ...counts,
    ...headOf('office_http_request_seconds', 'How long answers took, by route template.', 'histogram'),
    ...times,
  ]
}

function headOf(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function sample(name: string, labels: Readonly<Record<string, string>>, value: number): string {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text)}"`)
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
