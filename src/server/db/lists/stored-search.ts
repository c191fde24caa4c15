import { sql, type RawBuilder } from 'kysely'
import { compileSearch, normaliseForSearch, searchPatterns } from '#domain/search-text.ts'
import type { Conditions } from './list-description.ts'
import { gramsNeeded } from './search-grams.ts'

/**
 * What a search asks of the columns `search_text` and `search_grams`: one condition per word, all of which must hold. `elsewhere`: rows that hold the word in what they
 * refer to.
 */
export function storedSearch(search: string, elsewhere?: (word: string) => Conditions): Conditions {
  return normaliseForSearch(search)
    .split(' ')
    .flatMap((word) => {
      const [pattern] = searchPatterns(word)
      if (pattern === undefined) return []
      // Where the whole table is read after all, the text is by far the cheaper to look at: some thirty pairs of a half-typed syllable against a row's eighty took four
      // times as long as everything else. Of equally dear conditions PostgreSQL keeps the order.
      const inText = sql`(${textCondition(word, pattern)} and ${gramCondition(word)})`
      return [sql<boolean>`(${sql.join([inText, ...(elsewhere?.(word) ?? [])], sql` or `)})`]
    })
}
/** A plain word is looked for as it stands, several times faster than by a pattern. */
function textCondition(word: string, pattern: string): RawBuilder<unknown> {
  const [alternatives = []] = compileSearch(word).words
  const [first] = alternatives
  const isPlain = alternatives.length === 1 && first && first.ends.length === 0 && !first.pattern
  return isPlain ? sql`strpos(r.search_text, ${first.text}) <> 0` : sql`r.search_text ~ ${pattern}`
}

/** What the search index can answer about a word, so that only few rows have to be looked at. */
function gramCondition(word: string): RawBuilder<unknown> {
  const needed = gramsNeeded(word)
  if (!needed) return sql`true`
  const alternatives = needed.map(({ all, some }) => {
    const holdsAll = sql`r.search_grams @> ${all}::smallint[]`
    return some.length > 0 ? sql`(${holdsAll} and r.search_grams && ${some}::smallint[])` : holdsAll
  })
  return sql`(${sql.join(alternatives, sql` or `)})`
}
