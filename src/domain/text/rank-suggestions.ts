import {
  buildSearchPatterns,
  buildSearchText,
  compileSearch,
  matchesSearch,
  normalizeForSearch,
  normalizeName,
  toInitials,
} from './search-text.ts'

/**
 * A list item. `note`: further words that tell namesakes apart; they match too, but rank after
 * every name.
 */
export interface Suggestion {
  readonly label: string
  readonly note?: string
}

/**
 * The items that match a typed text, best first: exact name, prefix, word start, substring, then
 * the same by 초성, then other fields. Equal ranks keep the given order. All items for an empty text.
 */
export function rankSuggestions<Item>(
  items: readonly Item[],
  typed: string,
  toSuggestion: (item: Item) => Suggestion,
): readonly Item[] {
  const rank = createRanker(typed)
  if (!rank) return items
  return items
    .map((item) => ({ item, rank: rank(toSuggestion(item)) }))
    .filter((ranked) => ranked.rank !== null)
    .toSorted((a, b) => Number(a.rank) - Number(b.rank))
    .map(({ item }) => item)
}

/**
 * The one item a typed text means: the only exact name (ignoring spaces and case), or the only one
 * whose name contains the text or its 초성. Null when several names do, or only other words.
 */
export function findOnlyMatch<Item>(
  items: readonly Item[],
  typed: string,
  toSuggestion: (item: Item) => Suggestion,
): Item | null {
  const query = normalizeName(typed)
  if (query === '') return null
  const named = items.filter((item) => isNamed(toSuggestion(item).label, query))
  if (named.length > 0) return takeOnly(named)
  return takeOnly(rankSuggestions(items, typed, (item) => ({ label: toSuggestion(item).label })))
}

/**
 * The items whose name begins with a typed text, ignoring spaces and case. A half-typed syllable
 * doesn't count, because free text may end in it.
 */
export function listCompletions<Item>(
  items: readonly Item[],
  typed: string,
  toSuggestion: (item: Item) => Suggestion,
): readonly Item[] {
  const query = normalizeName(typed)
  return query === '' ? [] : items.filter((item) => normalizeName(toSuggestion(item).label).startsWith(query))
}

function takeOnly<Item>(items: readonly Item[]): Item | null {
  const [first, second] = items
  return first !== undefined && second === undefined ? first : null
}

function isNamed(label: string, query: string): boolean {
  return normalizeName(label) === query
}

/** Returns null for items that don't match; null altogether for an empty text. */
function createRanker(typed: string): ((suggestion: Suggestion) => number | null) | null {
  const search = compileSearch(typed)
  const query = normalizeForSearch(typed)
  const [first] = buildSearchPatterns(typed)
  if (first === undefined) return null
  const atStart = new RegExp(`^(?:${first})`)
  const atWord = new RegExp(`(?:^|[\\s(),.·/-])(?:${first})`)
  const patterns = [atStart, atWord, new RegExp(first)]

  return ({ label, note }) => {
    const text = buildSearchText([label])
    if (!matchesSearch(text, search)) {
      return note !== undefined && matchesSearch(buildSearchText([label, note]), search) ? 7 : null
    }
    const name = normalizeForSearch(label)
    if (name === query) return 0
    const inName = patterns.findIndex((pattern) => pattern.test(name))
    if (inName !== -1) return 1 + inName
    const inInitials = patterns.findIndex((pattern) => pattern.test(toInitials(name)))
    return inInitials === -1 ? 6 : 4 + inInitials
  }
}
