export interface Bar {
  readonly label: string
  readonly value: number
  /** What the value is made of, in the order of the chart's `parts`; absent where it has none. */
  readonly parts?: readonly number[]
}

export interface BarPart {
  readonly label: string
  /** A token: `var(--primary)`. */
  readonly colour: string
}

export interface BarChartProps {
  /** Name of the single series: stands above the bars and over the table that readers get. */
  title: string
  bars: readonly Bar[]
  /** Bars of several parts behind each other, told apart by colour and named above the bars. */
  parts?: readonly BarPart[]
  /** Px for the names before the bars; absent: room for long ones. */
  labelWidth?: number
  /** A value as it is said in full. */
  format(value: number): string
  /** A value as it is said along the axis, short. */
  axisFormat(value: number): string
}
