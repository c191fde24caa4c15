import { sql, type RawBuilder } from 'kysely'
import { compileSearch, searchPatterns, searchWords } from '#domain/text/search-text.ts'
import type { Conditions } from './list-description.ts'
import { gramsNeeded } from './search-grams.ts'

/**
 * What a search asks of the columns `search_text` and `search_grams`: one condition per word, all of which must hold. `elsewhere`: rows that hold the word in what they
 * refer to.
 */
export function storedSearch(search: string, elsewhere?: (word: string) => Conditions): Conditions {
  return searchWords(search).flatMap((word) => {
    const [pattern] = searchPatterns(word)
    if (pattern === undefined) return []
    return [sql<boolean>`(${sql.join([inRow(word, pattern), ...(elsewhere?.(word) ?? [])], sql` or `)})`]
  })
}

/**
 * The text says whether a row holds the word, its pairs of characters only help the index to find it. Each is one operator, so PostgreSQL looks at them in this order, and at
 * the pairs of a row only where the text holds the word: some thirty pairs of a half-typed syllable against a row's eighty cost several times as much. How often the
 * word occurs it knows best from the pairs; `coalesce` keeps it from reckoning with both as if they were two questions.
 */
function inRow(word: string, pattern: string): RawBuilder<unknown> {
  const inText = textCondition(word, pattern)
  const hasPairs = gramCondition(word)
  return hasPairs ? sql`(coalesce(${inText}, false) and ${hasPairs})` : inText
}

/** What stands as it is in a word is looked for first: a row that does not even hold that costs a tenth of a pattern. */
function textCondition(word: string, pattern: string): RawBuilder<unknown> {
  const [alternatives = []] = compileSearch(word).words
  const [first] = alternatives
  const isKnown = alternatives.length === 1 && first && first.text !== '' && !first.pattern
  if (!isKnown) return sql`r.search_text ~ ${pattern}`
  const holdsText = sql`r.search_text like ${likePattern(first.text)}`
  return first.ends.length === 0 ? holdsText : sql`(${holdsText} and r.search_text ~ ${pattern})`
}

function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
}

/** What the search index can answer about a word, so that only few rows have to be looked at. */
function gramCondition(word: string): RawBuilder<unknown> | null {
  const needed = gramsNeeded(word)
  if (!needed) return null
  const alternatives = needed.map(({ all, some }) => {
    const holdsAll = sql`r.search_grams @> ${all}::smallint[]`
    return some.length > 0 ? sql`(${holdsAll} and r.search_grams && ${some}::smallint[])` : holdsAll
  })
  return sql`(${sql.join(alternatives, sql` or `)})`
}
