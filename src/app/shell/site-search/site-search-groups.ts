import type { SiteSection } from '#contract/site/site-sections.ts'
import { buildChatLink } from '#domain/chat/chat-link.ts'
import { asksForTelephone, type SiteMatches } from '#domain/site-search/site-matches.ts'
import type { PanelGroup, PanelLine } from '../search/search-panel.tsx'

export interface SiteLine extends PanelLine {
  readonly href: string
}

/** Without text, the pages themselves. */
export function listPages(sections: readonly SiteSection[]): PanelGroup<SiteLine> {
  const openings = sections.filter(({ href, page, heading }) => /^\/(?!blog\/)[^#]+$/.test(href) && page === heading)
  return {
    value: '안내',
    items: openings.map(({ href, page }) => ({ ...buildPageLine(href, page), foundBy: null })),
  }
}

function listPageGroups({ pages, marked }: SiteMatches, text: string): PanelGroup<SiteLine>[] {
  return pages.map(({ title, matches }) => ({
    value: title,
    items: matches.map(({ href, heading, passage }, index) => ({
      ...buildPageLine(href, heading),
      key: `${href} ${index}`,
      note: passage,
      marked,
      foundBy: text,
    })),
  }))
}

function buildPageLine(href: string, label: string): Omit<SiteLine, 'foundBy'> {
  return { key: href, href, label, note: '', icon: null, marked: '' }
}

interface Typed {
  readonly typed: string
  readonly text: string
  readonly telephone: string
}

/**
 * The line to call follows the best page for a text that asks for the telephone. It is never the
 * first line: Enter opens that one, and would dial.
 */
export function listGroups(matches: SiteMatches, { typed, text, telephone }: Typed): PanelGroup<SiteLine>[] {
  const call = { href: `tel:${telephone}`, label: `전화 ${telephone}` }
  const [best, ...otherPages] = listPageGroups(matches, text)
  const ways = listOtherWays(typed)
  if (best && asksForTelephone(typed)) {
    return [best, buildWayGroup('전화', [call], text), ...otherPages, buildWayGroup('다른 방법', ways, text)]
  }
  const [person, ...others] = ways
  return [...(best ? [best] : []), ...otherPages, buildWayGroup('다른 방법', [person, call, ...others], text)]
}

/** A person first where the site has no answer. */
function listOtherWays(typed: string): readonly [Way, Way, Way] {
  return [
    { href: '/contact', label: '상담 문의' },
    { href: buildChatLink(typed), label: 'AI 채팅에 물어보기' },
    { href: `/blog?search=${encodeURIComponent(typed)}`, label: '소식에서 모두 찾기' },
  ]
}

interface Way {
  readonly href: string
  readonly label: string
}

function buildWayGroup(value: string, ways: readonly Way[], text: string): PanelGroup<SiteLine> {
  return {
    value,
    items: ways.map((way) => ({ ...way, key: way.label, note: '', icon: null, marked: '', foundBy: text })),
  }
}
