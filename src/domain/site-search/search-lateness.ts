import type { RankedSection, RankSections } from './rank-sections.ts'
import { aspectNames } from './read-aspects.ts'
import { asksAboutLateness, findLateMatter, type LateMatter, lateNames, lateQuestions } from './read-lateness.ts'
import { readSubject } from './read-subject.ts'
import { namesOnlyLateness, toPageWords } from './search-terms.ts'
import { formatReplyNote, type SectionPassage, toPassage } from './section-passages.ts'

/**
 * What a delay means for the matter of the question, or of the last one with a matter; for a
 * company and for an heir where nothing says which. None for a question about anything else.
 */
export function searchLateness(rank: RankSections, question: string, answered: readonly string[]): SectionPassage[] {
  if (!asksAboutLateness(question)) return []
  const matter = findLateMatter(toPageWords(question))
  if (matter === 'sale' || matter === 'gift')
    return rankLateness(rank, matter)
      .slice(0, 1)
      .map(({ section }) => ({ ...toPassage(section, 1), isReply: true, missing: [aspectNames.penalty] }))
  if (matter !== null) return rankLateness(rank, matter).map(({ section, score }) => toPassage(section, score))
  if (!namesOnlyLateness(question)) return []
  const [lastMatter] = answered
    .toReversed()
    .map(toPageWords)
    .flatMap(
      (text) => findLateMatter(text) ?? (readSubject(text).matters.some((kind) => kind !== 'land') ? 'other' : []),
    )
  if (lastMatter === 'other') return []
  if (lastMatter !== undefined) {
    const note = formatReplyNote(lateNames[lastMatter])
    return rankLateness(rank, lastMatter).map(({ section, score }) => ({ ...toPassage(section, score), note }))
  }
  return (['company', 'inheritance'] as const).flatMap((kind) =>
    rankLateness(rank, kind)
      .slice(0, 1)
      .map(({ section, score }) => ({
        ...toPassage(section, score),
        note: formatReplyNote(lateNames[kind]),
        isReply: true,
      })),
  )
}

function rankLateness(rank: RankSections, matter: LateMatter): RankedSection[] {
  return rank(lateQuestions[matter], 3)
}
