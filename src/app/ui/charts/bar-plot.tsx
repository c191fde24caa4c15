import { type BarTooltipProps, ResponsiveBar } from '@nivo/bar'
import { useMediaQuery } from '../browser/use-media-query.ts'
import { type BarChartProps, truncateMiddle } from './bars.ts'

/** A row for the chart library, which requires the index signature. */
interface Datum {
  readonly label: string
  readonly [part: string]: string | number
}

/**
 * The drawing, by @nivo/bar; no other file uses that library. Colors are CSS tokens, so they
 * follow light and dark mode.
 */
export function BarPlot({ bars, parts = singleSeries, format, axisFormat, labelWidth }: BarChartProps) {
  const isNarrow = useMediaQuery('(max-width: 639.9px)')
  return (
    <ResponsiveBar<Datum>
      // The library draws from the bottom up.
      data={bars.toReversed().map(({ label, value, parts: values = [value] }) => ({
        ...Object.fromEntries(parts.map((part, index) => [part.label, values[index] ?? 0])),
        label,
      }))}
      keys={parts.map((part) => part.label)}
      indexBy="label"
      layout="horizontal"
      margin={{ top: 0, right: 24, bottom: 32, left: labelWidth ?? (isNarrow ? 112 : 232) }}
      padding={0.35}
      colors={parts.map(({ color }) => color)}
      borderRadius={parts.length > 1 ? 0 : 2}
      enableLabel={false}
      enableGridY={false}
      enableGridX
      axisTop={null}
      axisRight={null}
      axisLeft={{ tickSize: 0, tickPadding: 8, format: (label) => truncateMiddle(String(label), isNarrow ? 9 : 20) }}
      axisBottom={{ tickSize: 0, tickPadding: 8, tickValues: 4, format: (value) => axisFormat(Number(value)) }}
      gridXValues={4}
      theme={theme}
      // Without animation, so that the figures can be read at once.
      animate={false}
      valueFormat={format}
      tooltip={BarTip}
    />
  )
}

/** A single series: one part that is the value itself. */
const singleSeries: NonNullable<BarChartProps['parts']> = [{ label: '', color: 'var(--primary)' }]

function BarTip({ id, indexValue, formattedValue }: BarTooltipProps<Datum>) {
  return (
    <div className="rounded-control border bg-paper-raised px-2.5 py-1.5 text-label whitespace-nowrap text-ink shadow-float">
      {indexValue} {id} <strong className="tabular">{formattedValue}</strong>
    </div>
  )
}

const theme = {
  text: { fontFamily: 'inherit', fontSize: 12, fill: 'var(--ink-2)' },
  axis: { ticks: { text: { fill: 'var(--ink-2)' } } },
  grid: { line: { stroke: 'var(--rule)', strokeWidth: 1 } },
}
