import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { readSiteSections } from '#app/session/read-site-sections.ts'
import { useOffice } from '#app/ui/office/office-profile.ts'
import type { SiteSection } from '#contract/site/site-sections.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { buildChatLink } from '#domain/chat/chat-link.ts'
import { type PanelGroup, type PanelLine, SearchPanel } from '../search/search-panel.tsx'
import { asksForTelephone, createSiteSearch, type SiteMatches } from './site-matches.ts'

interface SiteLine extends PanelLine {
  readonly href: string
}

/** Searches pages, questions and posts of the public site, offline too. */
export function SiteSearchDialog({ initialText, onClose }: { initialText: string; onClose(): void }): ReactNode {
  const router = useRouter()
  const field = useRef<HTMLInputElement>(null)
  const { telephone } = useOffice()
  const [text, setText] = useState(initialText)
  const sections = useSections()
  const search = useMemo(() => createSiteSearch(sections.list), [sections])
  const typed = text.trim()
  const matches = useMemo(() => (typed === '' ? null : search(typed)), [search, typed])
  const groups = useMemo(
    () => (matches ? listGroups(matches, { typed, text, telephone }) : [listPages(sections.list)]),
    [matches, sections, typed, text, telephone],
  )
  function choose({ href }: SiteLine, inNewTab: boolean) {
    // Not a page: the device dials.
    if (href.startsWith('tel:')) return location.assign(href)
    if (inNewTab) return void window.open(href, '_blank', 'noopener')
    onClose()
    void router.navigate({ href })
  }
  return (
    <SearchPanel
      title="사이트 검색"
      fieldLabel="안내와 소식에서 찾기"
      placeholder="찾는 말, 초성"
      fieldRef={field}
      text={text}
      groups={groups}
      statusText={describeMatches(sections.state, matches)}
      isSettled={sections.state !== 'loading'}
      hasSentences
      onTextChange={setText}
      onClose={onClose}
      onChosen={choose}
    />
  )
}

interface Sections {
  readonly state: 'loading' | 'loaded' | 'failed'
  readonly list: readonly SiteSection[]
}

function useSections(): Sections {
  const [sections, setSections] = useState<Sections>({ state: 'loading', list: [] })
  useEffect(() => {
    const controller = new AbortController()
    readSiteSections(controller.signal).then(
      (list) => setSections({ state: 'loaded', list }),
      () => controller.signal.aborted || setSections({ state: 'failed', list: [] }),
    )
    return () => controller.abort()
  }, [])
  return sections
}

/** Without text, the pages themselves. */
function listPages(sections: readonly SiteSection[]): PanelGroup<SiteLine> {
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

/** The line to call comes first for a text that asks for the telephone. */
function listGroups(matches: SiteMatches, { typed, text, telephone }: Typed): PanelGroup<SiteLine>[] {
  const call = { href: `tel:${telephone}`, label: `전화 ${telephone}` }
  const isCallFirst = asksForTelephone(typed)
  const pages = listPageGroups(matches, text)
  return [
    ...(isCallFirst ? [buildWayGroup('전화', [call], text)] : []),
    ...pages,
    buildWayGroup('다른 방법', [...(isCallFirst ? [] : [call]), ...listOtherWays(typed)], text),
  ]
}

/** A person first where the site has no answer. */
function listOtherWays(typed: string): readonly Way[] {
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

function describeMatches(state: Sections['state'], matches: SiteMatches | null): string {
  if (state === 'loading') return '안내를 불러오는 중입니다.'
  if (state === 'failed') return '안내를 불러오지 못했습니다. 연결을 확인한 뒤 다시 열어 주세요.'
  if (matches === null) return ''
  if (matches.count === 0) return '찾은 것이 없습니다.'
  const { count, listedCount } = matches
  const total =
    listedCount < count
      ? `${formatNumber(count)}건 가운데 ${formatNumber(listedCount)}건을 보여 드립니다. 말을 더하면 좁혀집니다.`
      : `${formatNumber(count)}건`
  return [matches.note, total].filter(Boolean).join(' ')
}
