import type { SiteSection } from '#contract/site/site-sections.ts'
import type { FoundPassage } from '#domain/chat/knowledge.ts'
import { isHeadedBy } from './judge-passage.ts'
import type { RankedSection } from './rank-sections.ts'

export interface SectionPassage extends FoundPassage {
  readonly section: SiteSection
}

export function toPassage(section: SiteSection, score: number): SectionPassage {
  const { page, heading, href, text } = section
  return { section, link: { label: page === heading ? page : `${page} · ${heading}`, href }, heading, text, score }
}

export function listWithOthers(best: SiteSection, ranked: readonly RankedSection[]): SectionPassage[] {
  const others = ranked.filter(({ section }) => section !== best)
  return [toPassage(best, 1), ...others.map(({ section, score }) => toPassage(section, score))]
}

export function markGeneral(general: string) {
  const note = `물으신 그대로의 안내는 없어 '${general}'에 대한 안내를 보여 드립니다. 사정에 따라 다를 수 있습니다.`
  return { note, isGeneral: true as const }
}

export function addReplyNote(ranked: readonly RankedSection[], question: string): SectionPassage[] {
  const note = formatReplyNote(question)
  return ranked.map(({ section, score }) => ({ ...toPassage(section, score), note }))
}

export function addNote(passages: readonly SectionPassage[], question: string): SectionPassage[] {
  return passages.map((passage) => ({ ...passage, note: passage.note ?? formatReplyNote(question) }))
}

export function formatReplyNote(sentence: string): string {
  return `'${sentence.replace(/[?!.~]{1,9}(?= |$)/g, '').trim()}'에 대한 안내입니다.`
}

/** The opening of a page says nothing of a circumstance. */
export function markOpening([best, ...others]: readonly SectionPassage[]): SectionPassage[] {
  if (best === undefined) return []
  return [
    best.isReply || best.isGeneral || !isOpening(best.section) ? best : { ...best, ...markGeneral(best.heading) },
    ...others,
  ]
}

export function isOpening({ heading, page }: SiteSection): boolean {
  return heading === page
}

/** 대출 있어도 돼요 within a talk about a sale: what only mentions the loan is shown as that. */
export function markAside(
  passages: SectionPassage[],
  question: string,
  about: readonly SiteSection[],
): SectionPassage[] {
  const [best, ...others] = passages
  if (best === undefined || best.note !== undefined || best.isReply || about.length === 0) return passages
  const isService = /^\/services\/[a-z-]+#/.test(best.section.href) && !best.section.href.endsWith('steps')
  return isService && !about.includes(best.section) && !isHeadedBy(question, best.section)
    ? [{ ...best, ...markGeneral(best.heading) }, ...others]
    : passages
}
