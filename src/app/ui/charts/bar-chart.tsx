import { lazy, Suspense } from 'react'
import { Skeleton } from '../display/skeleton.tsx'
import type { BarChartProps } from './bars.ts'

/**
 * A horizontal bar chart, of one series or of stacked parts; horizontal so that long labels fit.
 * The chart library is large and loads when a chart is first shown.
 */
export function BarChart(props: BarChartProps) {
  const { title, bars, parts = [], format } = props
  return (
    <figure className="relative min-w-0">
      <figcaption className="text-label font-semibold text-ink-2">{title}</figcaption>
      {parts.length > 0 ? (
        <p aria-hidden className="mt-1 flex gap-3 text-label text-ink-2">
          {parts.map(({ label, color }) => (
            <span key={label} className="flex items-center gap-1.5">
              <span className="size-2.5 rounded-[2px] forced-color-adjust-none" style={{ background: color }} />
              {label}
            </span>
          ))}
        </p>
      ) : null}
      {/* Hidden from screen readers, which get the table below. */}
      <div aria-hidden className="mt-2" style={{ height: computePlotHeight(bars.length) }}>
        <Suspense fallback={<Skeleton className="h-full w-full" />}>
          <BarPlot {...props} />
        </Suspense>
      </div>
      <table className="sr-only">
        <caption>{title}</caption>
        {parts.length > 0 ? <PartNames parts={parts} /> : null}
        <tbody>
          {bars.map(({ label, value, parts: values = [] }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {parts.map((part, index) => (
                <td key={part.label}>{format(values[index] ?? 0)}</td>
              ))}
              <td>{format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

function PartNames({ parts }: { parts: NonNullable<BarChartProps['parts']> }) {
  return (
    <thead>
      <tr>
        <th scope="col">구분</th>
        {parts.map(({ label }) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
        <th scope="col">합계</th>
      </tr>
    </thead>
  )
}

const BarPlot = lazy(async () => ({ default: (await import('./bar-plot.tsx')).BarPlot }))

/** Height in px: one line per bar, plus the axis. */
function computePlotHeight(barCount: number): number {
  return Math.max(2, barCount) * 32 + 32
}
