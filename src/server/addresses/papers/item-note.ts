/** The remarks on one item, limited to the length of a list entry; nothing without remarks. */
export function itemNote(lines: readonly string[]): { note?: string } {
  if (lines.length === 0) return {}
  const shown = lines.slice(0, most)
  const more = lines.length - shown.length
  return { note: [...shown, ...(more > 0 ? [`외 ${more}건`] : [])].join(' ') }
}

const most = 5
