export interface Bar {
  readonly label: string
  readonly value: number
}

export interface BarChartProps {
  /** Name of the single series: stands above the bars and over the table that readers get. */
  title: string
  bars: readonly Bar[]
  /** A value as it is said in full. */
  format(value: number): string
  /** A value as it is said along the axis, short. */
  axisFormat(value: number): string
}
