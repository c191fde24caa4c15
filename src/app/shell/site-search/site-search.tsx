import { useLocation, useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { buildIconButtonClass } from '#app/ui/buttons/button-look.ts'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { isDialogOpen } from '#app/ui/overlays/is-dialog-open.ts'
import { isImeKey } from '#app/ui/text-editing/composition.ts'
import { siteSearchParam } from '#domain/site-search/site-search-link.ts'

/** 검색 in the header of the public site, and Ctrl+K. Visitors load the dialog when they open it. */
export function SiteSearch(): ReactNode {
  const router = useRouter()
  const [dialog, setDialog] = useState<ReactNode>(null)
  async function open(text = '') {
    // Not stored yet and no network: /blog has a search of its own.
    const loaded = await loadDialog().catch(() => null)
    if (!loaded) return void router.navigate({ href: `/blog?search=${encodeURIComponent(text)}` })
    setDialog(<loaded.SiteSearchDialog initialText={text} onClose={() => setDialog(null)} />)
  }
  useSearchKeys(() => void open())
  useLinkedSearch((text) => void open(text))
  return (
    <>
      <button
        type="button"
        aria-label="사이트 검색"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title="사이트 검색 (Ctrl+K)"
        onPointerEnter={() => void loadDialog().catch(() => null)}
        onClick={() => void open()}
        className={`${buildIconButtonClass('transparent', 'xl', false)} noscript:hidden`}
      >
        <Search size={20} strokeWidth={1.5} aria-hidden />
      </button>
      {dialog}
    </>
  )
}

/** Opens the search with the text of a link such as `/features?find=상속`. */
function useLinkedSearch(onSearch: (text: string) => void): void {
  const router = useRouter()
  const text = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get(siteSearchParam) ?? '' })
  const latest = useLatest(onSearch)
  useEffect(() => {
    if (text === '') return
    const { pathname, hash } = router.state.location
    latest()(text)
    // The same link opens it again.
    void router.navigate({ href: hash === '' ? pathname : `${pathname}#${hash}`, replace: true, resetScroll: false })
  }, [text, router, latest])
}

function loadDialog() {
  return import('./site-search-dialog.tsx')
}

/**
 * Not a single character: dictation or a key pressed by accident would open the search, and the
 * shortcut could not be turned off (WCAG 2.1.4).
 */
function useSearchKeys(onSearch: () => void): void {
  const latest = useLatest(onSearch)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (isImeKey(event) || event.defaultPrevented || event.altKey || event.shiftKey) return
      const isChord = (event.ctrlKey || event.metaKey) && event.code === 'KeyK'
      if (!isChord) return
      event.preventDefault()
      if (!event.repeat && !isDialogOpen()) latest()()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [latest])
}
