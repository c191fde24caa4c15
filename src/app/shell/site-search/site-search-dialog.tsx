import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { readSiteSections } from '#app/session/read-site-sections.ts'
import { useOffice } from '#app/ui/office/office-profile.ts'
import type { SiteSection } from '#contract/site/site-sections.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { createSiteSearch, type SiteMatches } from '#domain/site-search/site-matches.ts'
import { SearchPanel } from '../search/search-panel.tsx'
import { listGroups, listPages, type SiteLine } from './site-search-groups.ts'

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
