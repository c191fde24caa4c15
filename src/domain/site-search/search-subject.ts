import type { SiteSection } from '#contract/site/site-sections.ts'
import type { Aspect } from './read-aspects.ts'
import type { Matter } from './read-matters.ts'
import { type LabeledSections, readSubject, type Subject } from './read-subject.ts'
import { namesSubject } from './read-questions.ts'

export interface SubjectAnswer {
  /** One for each thing asked, without repetition. */
  readonly sections: readonly SiteSection[]
  /** Asked too, but on no page. */
  readonly missing: readonly Aspect[]
  readonly subject: Subject
  /** The matter of an earlier question that this one goes on with. */
  readonly isContinued: boolean
}

/**
 * Answers what a question asks of its matter, or of that of the question before: its costs, papers,
 * periods and places. Null for a question that asks none of them, or whose matter no page answers.
 */
export function answerSubject(
  question: string,
  labeled: LabeledSections,
  listAnswered: () => readonly string[],
): SubjectAnswer | null {
  const subject = readSubject(question)
  const aspects = pickAspects(subject, question)
  if (aspects.length === 0) return null
  const isContinued = subject.matters.length === 0
  const matters = isContinued ? /견적/.test(question) ? [] : findLastMatters(subject, listAnswered) : subject.matters.slice(0, maxMatters)
  const pairs = matters.flatMap((matter) =>
    aspects.map((aspect) => ({ aspect, section: labeled.find(matter, aspect) })),
  )
  const sections = [...new Set(pairs.flatMap(({ section }) => section ?? []))]
  const missing = aspects.filter(
    (aspect) => aspect !== 'procedure' && !pairs.some((pair) => pair.aspect === aspect && pair.section !== null),
  )
  return sections.length === 0 ? null : { sections, missing, subject, isContinued }
}

const maxMatters = 2

/** What a bare wish for these means: who wants a deposit back asks for its papers. */
const impliedAspects: Partial<Record<Matter, Aspect>> = { recovery: 'papers', heirs: 'papers' }

/** How something is done, and a tax, have pages of their own; only next to others they are parts. */
function pickAspects({ aspects, matters }: Subject, question: string): readonly Aspect[] {
  const [matter] = matters
  if (aspects.every((aspect) => aspect === 'procedure')) {
    const implied = matter === undefined ? undefined : impliedAspects[matter]
    return implied === undefined ? [] : [implied]
  }
  if (aspects.includes('tax') && aspects.every((aspect) => /^(?:tax|deadline|procedure|penalty|place)$/.test(aspect)))
    return []
  // What a house of a price costs is also its tax.
  return aspects.join() === 'cost' && matters.join() === 'sale' && /\d ?(?:억|천만)/.test(question)
    ? ['cost', 'tax']
    : aspects
}

/** The matters of the last question that named some, for one that names nothing but what it asks. */
function findLastMatters({ rest }: Subject, listAnswered: () => readonly string[]): readonly Matter[] {
  if (namesSubject(rest.replace(places, ' '))) return []
  const named = listAnswered().map((text) => readSubject(text).matters)
  return named.findLast((found) => found.length > 0 && found.join() !== 'land') ?? named.findLast((found) => found.length > 0) ?? []
}

/** Where one brings papers and gets them. */
const places = /(?:은행|법원|등기소|공탁소|사무[실소]|구청|시청)(?:에서는?|으로|로|에)?/g
