import { Autocomplete } from '@base-ui/react/autocomplete'
import { Check, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { findOnlyMatch, listCompletions, rankSuggestions } from '#domain/text/rank-suggestions.ts'
import { focusAdjacentField } from '../browser/form-fields.ts'
import { isImeKey } from '../text-editing/composition.ts'
import { FieldFrame, type FieldFrameProps, inputClass } from './text-field.tsx'

interface SuggestFieldProps extends FieldFrameProps {
  value: string
  onValue(value: string): void
  /**
   * All suggestions. Opening the list offers all of them, in order, with the present value ticked;
   * typing narrows them to those that match, best first.
   */
  suggestions: readonly string[]
  placeholder?: string
  /**
   * What Enter and Tab take: the only suggestion whose name contains the text, for the name of a
   * record; or the only one that begins with it, unless the text is a suggestion too.
   */
  taken?: 'only-match' | 'completion'
  /** Maximum number offered. */
  limit?: number
  /** Called when the list opens or closes. */
  onOpenChange?(isOpen: boolean): void
}

/**
 * Free text with suggestions as a shortcut. Taking one by Enter goes to the form's next field. The
 * list is in the top layer and follows its field in the document. Base UI's own popup is at the end
 * of the document and hides everything else from screen readers while open.
 */
export function SuggestField(props: SuggestFieldProps) {
  const { value, onValue, suggestions, placeholder, taken, limit = 200, onOpenChange, ...frame } = props
  const [isOpen, setIsOpen] = useState(false)
  /** Text typed since the list opened; null: none. */
  const [typed, setTyped] = useState<string | null>(null)
  const actions = useRef<Autocomplete.Root.Actions | null>(null)
  const fieldBox = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) actions.current?.unmount()
  }, [isOpen])
  function changeOpen(next: boolean) {
    setIsOpen(next)
    if (next !== isOpen) onOpenChange?.(next)
    if (!next) setTyped(null)
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (isImeKey(event) || !isOpen || (event.key !== 'Enter' && event.key !== 'Tab')) return
    const isHighlighted = event.currentTarget.hasAttribute('aria-activedescendant')
    if (isHighlighted ? event.key === 'Tab' : !takeSuggestion()) return
    if (event.key === 'Tab') return
    if (!isHighlighted) event.preventDefault()
    // Base UI takes the highlighted one first.
    const field = event.currentTarget
    queueMicrotask(() => focusAdjacentField(field, 1))
  }
  /** Takes what the text determines; returns whether it took one. */
  function takeSuggestion(): boolean {
    if (taken === undefined || typed === null) return false
    const match = taken === 'only-match' ? findOnlyMatch(suggestions, typed, toSuggestion) : findCompletion(typed)
    if (match === null || match === typed) return false
    onValue(match)
    changeOpen(false)
    return true
  }
  function findCompletion(text: string): string | null {
    const [match, other] = listCompletions(suggestions, text, toSuggestion)
    return match !== undefined && other === undefined ? match : null
  }
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <Autocomplete.Root
          items={suggestions}
          filteredItems={rankSuggestions(suggestions, typed ?? '', toSuggestion).slice(0, limit)}
          value={value}
          onValueChange={(next, { reason }) => {
            // With the list closed, Base UI would clear the field.
            if (reason === 'escape-key') return
            if (reason === 'input-change') setTyped(next)
            onValue(next)
          }}
          open={isOpen}
          onOpenChange={changeOpen}
          actionsRef={actions}
          openOnInputClick
        >
          <div className="relative">
            <Autocomplete.Input
              {...control}
              placeholder={placeholder}
              onBlur={() => changeOpen(false)}
              onKeyDown={onKeyDown}
              className={`${inputClass} pr-7`}
            />
            <Autocomplete.Clear
              aria-label={`${frame.label} 지우기`}
              className="absolute inset-y-0 right-0 flex w-7 items-center justify-center text-ink-3 hover:text-ink"
            >
              <X size={14} strokeWidth={1.5} />
            </Autocomplete.Clear>
            <div ref={fieldBox} />
          </div>
          {isOpen ? (
            <Autocomplete.Portal container={fieldBox}>
              <Autocomplete.Positioner
                ref={showOnTop}
                popover="manual"
                positionMethod="fixed"
                sideOffset={4}
                className="inset-auto overflow-visible bg-transparent text-ink"
              >
                <SuggestionList label={`${frame.label} 제안`} value={value} onChosen={onValue} />
              </Autocomplete.Positioner>
            </Autocomplete.Portal>
          ) : null}
        </Autocomplete.Root>
      )}
    </FieldFrame>
  )
}

function toSuggestion(label: string) {
  return { label }
}

function SuggestionList({ label, value, onChosen }: { label: string; value: string; onChosen(item: string): void }) {
  return (
    <Autocomplete.List
      aria-label={label}
      className="max-h-[min(320px,var(--available-height))] w-(--anchor-width) min-w-40 overflow-y-auto rounded-control border bg-paper-raised py-1 shadow-float data-[empty]:hidden"
    >
      {(item: string) => (
        <Autocomplete.Item
          key={item}
          value={item}
          ref={item === value ? scrollIntoList : undefined}
          aria-selected={item === value}
          onClick={() => onChosen(item)}
          className="flex cursor-default items-center gap-2 px-2.5 py-1.5 text-body select-none data-[highlighted]:bg-primary-wash coarse:py-3"
        >
          <span className="min-w-0 flex-1">{item}</span>
          {item === value ? <Check size={14} strokeWidth={1.5} aria-hidden className="shrink-0" /> : null}
        </Autocomplete.Item>
      )}
    </Autocomplete.List>
  )
}

function showOnTop(list: HTMLElement | null): void {
  if (list && !list.matches(':popover-open')) list.showPopover()
}

function scrollIntoList(item: HTMLElement | null): void {
  item?.scrollIntoView({ block: 'nearest' })
}
