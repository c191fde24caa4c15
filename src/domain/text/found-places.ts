import { initialsOf, normaliseForSearch, searchPatterns } from './search-text.ts'

/** What of a text a search found: places in the text as it is shown, from 0, in order, the second one not included. */
export type FoundPlaces = readonly (readonly [number, number])[]

/**
 * Answers what a search found in a shown text, 초성, half-typed syllables and the wrong keyboard setting included; null where it asks for nothing. A text whose
 * places cannot be told from those of its search text (a company form written another way) is not marked beyond the word it holds as it stands.
 */
export function placeFinder(query: string): ((text: string) => FoundPlaces) | null {
  const patterns = searchPatterns(query).map((pattern) => new RegExp(pattern, 'g'))
  if (patterns.length === 0) return null
  return (text) => {
    const plain = plainText(text)
    const initials = initialsOf(plain)
    const lines = initials.length === plain.length ? [plain, initials] : [plain]
    const found = patterns.flatMap((pattern) => lines.flatMap((line) => placesOf(line, pattern)))
    return found.length < 2 ? found : joined(found)
  }
}

/** Letters as a search compares them, each at its own place: shorter or longer than what is shown it would mark beside the word. */
function plainText(text: string): string {
  const words = normaliseForSearch(text)
  return words.length === text.length ? words : text.toLowerCase()
}

function placesOf(line: string, pattern: RegExp): [number, number][] {
  return [...line.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length])
}

function joined(found: readonly (readonly [number, number])[]): FoundPlaces {
  const all: [number, number][] = []
  for (const [from, to] of found.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}
