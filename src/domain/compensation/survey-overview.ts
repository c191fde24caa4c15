import { emptySurvey, rowLines, surveyRows } from './survey-rows.ts'
import type { SurveySource } from './survey-source.ts'
import { surveySums, type SurveyTotal } from './survey-sums.ts'

/** The totals of a survey of addresses and what each address lacks, before it is made. */
export interface SurveyOverview {
  readonly total: SurveyTotal
  readonly incomplete: readonly { readonly id: string; readonly name: string; readonly words: readonly string[] }[]
}

export function surveyOverview(sources: readonly SurveySource[]): SurveyOverview {
  const sums = surveySums()
  const incomplete = sources.flatMap((source) => {
    const rows = surveyRows(source)
    for (const row of rows) sums.add(row)
    const empty = emptySurvey(source)
    const words = empty === null ? rowLines(rows) : [empty]
    return words.length === 0 ? [] : [{ id: source.address.id, name: source.address.jibun, words }]
  })
  return { total: sums.total(), incomplete }
}
