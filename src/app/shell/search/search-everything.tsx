import { useNavigate, useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { keyHint } from '#app/ui/data-table/key-help/key-words.ts'
import { FrameDialogs, type FrameDialog } from '../frame-dialogs.tsx'
import { useCommands } from './commands.tsx'
import { SearchDialog } from './search-dialog.tsx'
import { useSearchKey } from './search-key.ts'
import { isLead, type SearchLine } from './search-line.ts'

/** 찾기 in the top line, and Ctrl+K: one search over all that is on this device. */
export function SearchEverything() {
  const [opened, setOpened] = useState<'search' | FrameDialog | null>(null)
  const navigate = useNavigate()
  const router = useRouter()
  // At once: the next letters are meant for the search, not for the cell below it.
  useSearchKey(() => flushSync(() => setOpened('search')))
  const close = () => setOpened(null)
  const commands = useCommands(setOpened)
  function choose({ does }: SearchLine, isBeside: boolean) {
    if (!isLead(does)) {
      close()
      return does()
    }
    if (isBeside) return void window.open(router.buildLocation(does).href, '_blank', 'noopener')
    close()
    void navigate(does)
  }
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpened('search')}
        className="flex h-8 items-center gap-2 rounded-control border border-rule-strong bg-paper-raised px-2.5 text-ink-2 hover:text-ink lg:w-56 coarse:h-11"
      >
        <Search size={16} strokeWidth={1.5} aria-hidden />
        찾기
        <kbd className="ml-auto font-[inherit] text-label text-ink-3 max-lg:hidden coarse:hidden">
          {keyHint('find-everywhere')}
        </kbd>
      </button>
      {opened === 'search' ? <SearchDialog commands={commands} onClose={close} onChosen={choose} /> : null}
      <FrameDialogs opened={opened === 'search' ? null : opened} onClose={close} />
    </>
  )
}
