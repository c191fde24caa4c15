import { useNavigate, useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { findCommand } from '#app/ui/data-table/commands/key-commands.ts'
import { getKeyHint } from '#app/ui/data-table/commands/key-labels.ts'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { isDialogOpen } from '#app/ui/overlays/is-dialog-open.ts'
import { isImeKey } from '#app/ui/text-editing/composition.ts'
import { type FrameDialog, FrameDialogs } from '../staff-frame/frame-dialogs.tsx'
import { useCommands } from './commands.tsx'
import { SearchDialog } from './search-dialog.tsx'
import { isLinkTarget, type SearchLine } from './search-lines.tsx'

/** 찾기 in the top line, and Ctrl+K: one search over everything on this device. */
export function GlobalSearch() {
  const [opened, setOpened] = useState<'search' | FrameDialog | null>(null)
  const [deletedSearch, setDeletedSearch] = useState('')
  const navigate = useNavigate()
  const router = useRouter()
  const field = useRef<HTMLInputElement>(null)
  // Synchronous, because the next letters belong to the search, not to the cell below it. The
  // dialog itself would take the focus one frame later.
  useSearchKey(() => {
    flushSync(() => setOpened('search'))
    field.current?.focus()
  })
  const close = () => {
    setOpened(null)
    setDeletedSearch('')
  }
  const findDeleted = useCallback((text: string) => {
    setDeletedSearch(text)
    setOpened('deleted_records')
  }, [])
  const commands = useCommands(setOpened)
  function choose({ action }: SearchLine, inNewTab: boolean) {
    if (!isLinkTarget(action)) {
      close()
      return action()
    }
    if (inNewTab) return void window.open(router.buildLocation(action).href, '_blank', 'noopener')
    close()
    void navigate(action)
  }
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpened('search')}
        className="flex h-8 items-center gap-2 rounded-control border border-rule-strong bg-paper-raised px-2.5 text-ink-2 hover:text-ink lg:w-56 sheet-open:w-auto coarse:h-11"
      >
        <Search size={16} strokeWidth={1.5} aria-hidden />
        찾기
        <kbd className="ml-auto font-[inherit] text-label text-ink-3 max-lg:hidden coarse:hidden">
          {getKeyHint('find-everywhere')}
        </kbd>
      </button>
      {opened === 'search' ? (
        <SearchDialog
          fieldRef={field}
          commands={commands}
          onClose={close}
          onFindDeleted={findDeleted}
          onChosen={choose}
        />
      ) : null}
      <FrameDialogs opened={opened === 'search' ? null : opened} search={deletedSearch} onClose={close} />
    </>
  )
}

/**
 * Handles Ctrl+K anywhere in the back office, including cells and fields. An element with its own
 * Ctrl+K (links in the post editor) handles it first. Over an open dialog it does nothing but still
 * blocks the browser's own Ctrl+K, which would leave the page.
 */
function useSearchKey(onSearch: () => void): void {
  const latest = useLatest(onSearch)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (isImeKey(event) || event.defaultPrevented || findCommand(event, 'frame') !== 'find-everywhere') return
      event.preventDefault()
      if (!event.repeat && !isDialogOpen()) latest()()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [latest])
}
