import type { MatchRanges } from '#domain/text/match-ranges.ts'

/** Characters that stay around a match. */
const contextLength = 6

/**
 * A text and its matches. If the last match ends after `maxLength` characters, what is far from a
 * match becomes `…`, so that every match is seen; the text after the last one stays.
 */
export function shortenAroundMatches(
  text: string,
  matches: MatchRanges,
  maxLength: number,
): { text: string; matches: MatchRanges } {
  if ((matches.at(-1)?.[1] ?? 0) <= maxLength) return { text, matches }
  const moved: [number, number][] = []
  let shortened = ''
  let end = 0
  for (const [from, to] of matches) {
    shortened += shortenGap(text.slice(end, from), end > 0)
    moved.push([shortened.length, shortened.length + to - from])
    shortened += text.slice(from, to)
    end = to
  }
  return { text: shortened + text.slice(end), matches: moved }
}

function shortenGap(gap: string, isAfterMatch: boolean): string {
  const head = isAfterMatch ? gap.slice(0, contextLength) : ''
  return gap.length <= head.length + contextLength + 1 ? gap : `${head}…${gap.slice(-contextLength)}`
}
