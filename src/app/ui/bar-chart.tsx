import { lazy, Suspense } from 'react'
import type { BarChartProps } from './bar-chart-props.ts'
import { Skeleton } from './skeleton.tsx'

/** One series of horizontal bars, so that long names have room. The library behind it is large and loads when a chart is first shown. */
export function BarChart(props: BarChartProps) {
  const { title, bars, format } = props
  return (
    <figure className="relative min-w-0">
      <figcaption className="text-label font-semibold text-ink-2">{title}</figcaption>
      {/* What is drawn is for eyes alone: the table below says the same. */}
      <div aria-hidden className="mt-2" style={{ height: plotHeight(bars.length) }}>
        <Suspense fallback={<Skeleton className="h-full w-full" />}>
          <BarPlot {...props} />
        </Suspense>
      </div>
      <table className="sr-only">
        <caption>{title}</caption>
        <tbody>
          {bars.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

const BarPlot = lazy(async () => ({ default: (await import('./bar-plot.tsx')).BarPlot }))

/** Px: a line for each bar, and the axis. */
function plotHeight(bars: number): number {
  return Math.max(2, bars) * 32 + 32
}
