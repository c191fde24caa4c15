/** The remarks on one item, limited to the length of a list entry; nothing without remarks. */
export function itemNote(lines: readonly string[]): { note?: string } {
  if (lines.length === 0) return {}
  const listed = lines.slice(0, maxLines)
  const more = lines.length - listed.length
  return { note: [...listed, ...(more > 0 ? [`외 ${more}건`] : [])].join(' ') }
}

const maxLines = 5
