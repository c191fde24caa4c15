/** `1,234,567`, with at most `maxDecimals` decimals, as Korean screens and documents write it. */
export function formatNumber(value: number | bigint, maxDecimals = 3): string {
  let format = formats.get(maxDecimals)
  if (!format)
    formats.set(maxDecimals, (format = new Intl.NumberFormat('ko-KR', { maximumFractionDigits: maxDecimals })))
  return format.format(value)
}

/** By number of decimals; making a format takes longer than using it. */
const formats = new Map<number, Intl.NumberFormat>()
