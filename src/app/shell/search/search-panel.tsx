import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { useMediaQuery } from '#app/ui/browser/use-media-query.ts'
import { buildIconButtonClass } from '#app/ui/buttons/button-look.ts'
import { FoundText } from '#app/ui/data-table/cells/found-text.tsx'
import { isImeKey } from '#app/ui/text-editing/composition.ts'
import { createMatchFinder } from '#domain/text/match-ranges.ts'
import { shortenAroundMatches } from './shorten-around-matches.ts'

/** What a line of a search shows; the search knows what choosing it does. */
export interface PanelLine {
  readonly key: string
  readonly label: string
  /** Text after the label. */
  readonly note: string
  readonly icon: ReactNode
  /** Highlights the parts of label and note that this search finds. */
  readonly marked: string
  /** The searched text whose result this is; null for a line that does not depend on one. */
  readonly foundBy: string | null
}

export interface PanelGroup<Line extends PanelLine> {
  readonly value: string
  readonly items: readonly Line[]
}

interface SearchPanelProps<Line extends PanelLine> {
  /** Name of the dialog. */
  title: string
  fieldLabel: string
  placeholder: string
  /** Ref of the text input. */
  fieldRef: RefObject<HTMLInputElement | null>
  text: string
  groups: readonly PanelGroup<Line>[]
  statusText: string
  /** The list is complete for this text. */
  isSettled: boolean
  /** Notes are sentences, shown below the label; otherwise facts, shown next to it. */
  hasSentences?: boolean
  onTextChange(text: string): void
  onClose(): void
  /** `inNewTab`: open in a new tab. */
  onChosen(line: Line, inNewTab: boolean): void
}

/**
 * A dialog that searches while the user types and lists what it finds in groups. Enter opens the
 * highlighted line, or the first one.
 */
export function SearchPanel<Line extends PanelLine>(props: SearchPanelProps<Line>) {
  const { title, fieldRef, onClose } = props
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-veil" />
        <Dialog.Popup
          aria-label={title}
          data-keeps-edit
          initialFocus={fieldRef}
          className="float-in fixed inset-x-4 top-[10dvh] z-50 mx-auto flex max-h-[80dvh] max-w-[680px] flex-col overflow-hidden rounded-panel border bg-paper-raised text-ink shadow-float max-sm:inset-0 max-sm:max-h-none max-sm:rounded-none max-sm:border-0"
        >
          <SearchField {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function SearchField<Line extends PanelLine>(props: SearchPanelProps<Line>) {
  const { fieldLabel, placeholder, fieldRef, text, groups, statusText, hasSentences = false } = props
  const { onHighlight, onEnter, choose } = useChooseLine(props)
  const statusId = useId()
  function onKeyDown(event: KeyboardEvent & { preventBaseUIHandler(): void }) {
    // The Enter that ends a syllable must not open a line; in WebKit it arrives after the
    // composition has ended.
    if (isImeKey(event)) return event.preventBaseUIHandler()
    if (event.key !== 'Enter') return
    event.preventBaseUIHandler()
    event.preventDefault()
    if (!event.repeat) onEnter(event.ctrlKey || event.metaKey)
  }
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      items={groups}
      value={text}
      onValueChange={props.onTextChange}
      onItemHighlighted={onHighlight}
      itemToStringValue={(line: Line) => line.label}
    >
      <div className="flex items-center gap-2 border-b py-1 pr-2 pl-4 focus-within:border-primary">
        <Search size={18} strokeWidth={1.5} aria-hidden className="shrink-0 text-ink-3" />
        <Autocomplete.Input
          ref={fieldRef}
          aria-label={fieldLabel}
          aria-describedby={statusId}
          placeholder={placeholder}
          autoComplete="off"
          // Base UI isn't notified while a syllable is composed; the search follows every 자모.
          onInput={(event) => props.onTextChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          className="h-11 min-w-0 flex-1 bg-transparent text-[16px] outline-none"
        />
        {/* Without a tooltip, which visitors would download with the dialog. */}
        <Dialog.Close aria-label="닫기" className={buildIconButtonClass('transparent', 'md', false)}>
          <X size={18} strokeWidth={1.5} aria-hidden />
        </Dialog.Close>
      </div>
      <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 data-[empty]:hidden">
        {(group: PanelGroup<Line>) => (
          <Autocomplete.Group key={group.value} items={group.items} className="pb-2 last:pb-0">
            <Autocomplete.GroupLabel className="px-3 py-1 text-label font-semibold text-ink-3">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(line: Line) => <FoundLine key={line.key} line={line} hasSentence={hasSentences} onChosen={choose} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <p id={statusId} role="status" className="border-t px-4 py-2 text-label text-ink-2 empty:hidden">
        {statusText}
      </p>
    </Autocomplete.Root>
  )
}

interface FoundLineProps<Line extends PanelLine> {
  line: Line
  hasSentence: boolean
  onChosen(line: Line, inNewTab: boolean): void
}

/** One line of the list, with the found text highlighted. */
function FoundLine<Line extends PanelLine>({ line, hasSentence, onChosen }: FoundLineProps<Line>) {
  const [row, label, note] = hasSentence ? sentenceClasses : factClasses
  const isPhone = useMediaQuery('(width < 40rem)')
  const isCut = isPhone && !hasSentence
  return (
    <Autocomplete.Item
      value={line}
      onClick={(event) => onChosen(line, event.ctrlKey || event.metaKey)}
      className="flex min-h-9 cursor-default items-center gap-3 rounded-control px-3 py-1.5 select-none data-[highlighted]:bg-primary-wash coarse:min-h-11"
    >
      <span className="shrink-0 text-ink-3 empty:hidden">{line.icon}</span>
      <span className={row}>
        <span className={label}>
          <Marked text={line.label} by={line.marked} />
        </span>
        <span className={note}>
          <Marked text={line.note} by={line.marked} maxLength={isCut ? phoneNoteLength : undefined} />
        </span>
      </span>
    </Autocomplete.Item>
  )
}

const factClasses = [
  'flex min-w-0 flex-1 items-baseline gap-x-3 max-sm:flex-col',
  'max-w-full shrink-0 truncate font-medium',
  'min-w-0 max-w-full text-label text-ink-2 empty:hidden max-sm:line-clamp-2 sm:truncate',
] as const
const sentenceClasses = [
  'flex min-w-0 flex-1 flex-col gap-y-0.5',
  'font-medium',
  'line-clamp-2 leading-5 text-ink-2 empty:hidden max-sm:line-clamp-3',
] as const

/** Characters of a note that its two lines on a phone show in any case. */
const phoneNoteLength = 40

interface MarkedProps {
  text: string
  by: string
  /** Longer texts are cut, so that what was found is visible. */
  maxLength?: number | undefined
}

function Marked({ text, by, maxLength = Infinity }: MarkedProps) {
  const result = shortenAroundMatches(text, createMatchFinder(by)?.(text) ?? [], maxLength)
  if (result.matches.length === 0) return text
  return <FoundText text={result.text} matchRanges={result.matches.map((match) => match.join('-')).join()} />
}

/**
 * Decides which line to open. Enter means the typed text, never the results of an earlier one:
 * pressed before the results arrive, it waits and then opens the first line.
 */
function useChooseLine<Line extends PanelLine>({
  text,
  groups,
  isSettled,
  onChosen,
}: Pick<SearchPanelProps<Line>, 'text' | 'groups' | 'isSettled' | 'onChosen'>) {
  const highlightedLine = useRef<Line | undefined>(undefined)
  const pendingEnter = useRef<{ text: string; inNewTab: boolean } | null>(null)
  const lines = groups.flatMap(({ items }) => items)
  const matchesText = ({ foundBy }: Line) => foundBy === null || foundBy === text
  const [first] = lines
  useEffect(() => {
    const request = pendingEnter.current
    if (!request || !isSettled) return
    pendingEnter.current = null
    if (request.text === text && first) onChosen(first, request.inNewTab)
  }, [isSettled, text, first, onChosen])
  return {
    /** The highlighted line. */
    onHighlight: (line: Line | undefined) => void (highlightedLine.current = line),
    choose: (line: Line, inNewTab: boolean) => {
      if (matchesText(line)) onChosen(line, inNewTab)
    },
    onEnter: (inNewTab: boolean) => {
      const line = lines.find(({ key }) => key === highlightedLine.current?.key) ?? first
      if (line && matchesText(line)) onChosen(line, inNewTab)
      else if (!isSettled) pendingEnter.current = { text, inNewTab }
    },
  }
}
