/** Notes of one item, as many as a list has room for. */
export function firstFew(lines: readonly string[]): string {
  const shown = lines.slice(0, most)
  const more = lines.length - shown.length
  return [...shown, ...(more > 0 ? [`외 ${more}건`] : [])].join(' ')
}

const most = 5
