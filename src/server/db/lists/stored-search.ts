import { sql, type RawBuilder } from 'kysely'
import { compileSearch, searchPatterns, searchWords } from '#domain/text/search-text.ts'
import type { Conditions } from './list-description.ts'
import { gramsNeeded } from './search-grams.ts'

/**
 * The condition of a search on the columns `search_text` and `search_grams`: every word must match.
 * `elsewhere`: matches a word in referenced records.
 */
export function storedSearch(search: string, searchJoined?: (word: string) => Conditions): Conditions {
  return searchWords(search).flatMap((word) => {
    const [pattern] = searchPatterns(word)
    if (pattern === undefined) return []
    return [sql<boolean>`(${sql.join([inRow(word, pattern), ...(searchJoined?.(word) ?? [])], sql` or `)})`]
  })
}

/**
 * The text decides whether a row matches; the grams only help the index. Each is one operator, so
 * PostgreSQL evaluates the text first and the grams only where the text matches: comparing some
 * thirty grams of a half-typed syllable with a row's eighty costs several times as much. The
 * planner estimates best from the grams; `coalesce` hides the text condition from it, so that the
 * two are not counted as independent.
 */
function inRow(word: string, pattern: string): RawBuilder<unknown> {
  const inText = textCondition(word, pattern)
  const hasPairs = gramCondition(word)
  return hasPairs ? sql`(coalesce(${inText}, false) and ${hasPairs})` : inText
}

/**
 * Checks the literal part of a word first: rejecting a row by it costs a tenth of a pattern match.
 */
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

/** The index condition of a word. */
function gramCondition(word: string): RawBuilder<unknown> | null {
  const needed = gramsNeeded(word)
  if (!needed) return null
  const alternatives = needed.map(({ all, some }) => {
    const holdsAll = sql`r.search_grams @> ${all}::smallint[]`
    return some.length > 0 ? sql`(${holdsAll} and r.search_grams && ${some}::smallint[])` : holdsAll
  })
  return sql`(${sql.join(alternatives, sql` or `)})`
}
