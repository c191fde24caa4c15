interface Bar {
  readonly label: string
  readonly value: number
  /** The value split by part, in the order of the chart's `parts`; absent when it has none. */
  readonly parts?: readonly number[]
}

interface BarPart {
  readonly label: string
  /** A CSS token, such as `var(--primary)`. */
  readonly color: string
}

export interface BarChartProps {
  /** Name of the series, shown above the bars and as the title of the table for screen readers. */
  title: string
  bars: readonly Bar[]
  /** Parts stacked in each bar, each with its color; the legend is above the bars. */
  parts?: readonly BarPart[]
  /** Width in px of the labels before the bars; by default wide enough for long ones. */
  labelWidth?: number
  /** The full form of a value. */
  format(value: number): string
  /** The short form of a value, for the axis. */
  axisFormat(value: number): string
}

/**
 * Cuts a long name in the middle, because names of road sections differ at the end (`가온–솔…제2공구`).
 */
export function truncateMiddle(label: string, maxLength: number): string {
  const letters = [...label]
  if (letters.length <= maxLength) return label
  const tail = Math.floor((maxLength - 1) / 2)
  return `${letters.slice(0, maxLength - 1 - tail).join('')}…${letters.slice(-tail).join('')}`
}
