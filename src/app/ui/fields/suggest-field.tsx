import { Autocomplete } from '@base-ui/react/autocomplete'
import { X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { findOnlyMatch, rankSuggestions } from '#domain/text/rank-suggestions.ts'
import { isImeKey } from '../composition.ts'
import { FieldFrame, inputClass, type FieldFrameProps } from './text-field.tsx'

export interface SuggestFieldProps extends FieldFrameProps {
  value: string
  onValue(value: string): void
  /**
   * All suggestions. Those matching the typed text are offered, best first; before typing all of
   * them, in order.
   */
  suggestions: readonly string[]
  placeholder?: string
  /** The text names a record: Enter and Tab take the only suggestion whose name contains it. */
  takesOnlyMatch?: boolean
  /** Maximum number offered. */
  limit?: number
}

/**
 * Free text with suggestions as a shortcut. The list is in the top layer and follows its field in
 * the document. Base UI's own popup is at the end of the document and hides everything else from
 * screen readers while open.
 */
export function SuggestField(props: SuggestFieldProps) {
  const { value, onValue, suggestions, placeholder, takesOnlyMatch = false, limit = 50, ...frame } = props
  const [isOpen, setIsOpen] = useState(false)
  const actions = useRef<Autocomplete.Root.Actions | null>(null)
  const fieldBox = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) actions.current?.unmount()
  }, [isOpen])
  function takeOnlyMatch(event: KeyboardEvent<HTMLInputElement>) {
    if (isImeKey(event) || !isOpen || (event.key !== 'Enter' && event.key !== 'Tab')) return
    if (event.currentTarget.hasAttribute('aria-activedescendant')) return
    const match = findOnlyMatch(suggestions, value, (label) => ({ label }))
    if (match === null || match === value) return
    onValue(match)
    setIsOpen(false)
    if (event.key === 'Enter') event.preventDefault()
  }
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <Autocomplete.Root
          items={suggestions}
          filteredItems={rankSuggestions(suggestions, value, (label) => ({ label })).slice(0, limit)}
          value={value}
          onValueChange={(next, { reason }) => {
            // With the list closed, Base UI would clear the field.
            if (reason !== 'escape-key') onValue(next)
          }}
          open={isOpen}
          onOpenChange={setIsOpen}
          actionsRef={actions}
          openOnInputClick
        >
          <div className="relative">
            <Autocomplete.Input
              {...control}
              placeholder={placeholder}
              onBlur={() => setIsOpen(false)}
              onKeyDown={takesOnlyMatch ? takeOnlyMatch : undefined}
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
                <SuggestionList label={`${frame.label} 제안`} onChosen={onValue} />
              </Autocomplete.Positioner>
            </Autocomplete.Portal>
          ) : null}
        </Autocomplete.Root>
      )}
    </FieldFrame>
  )
}

function SuggestionList({ label, onChosen }: { label: string; onChosen(item: string): void }) {
  return (
    <Autocomplete.List
      aria-label={label}
      className="max-h-[min(320px,var(--available-height))] w-(--anchor-width) min-w-40 overflow-y-auto rounded-control border bg-paper-raised py-1 shadow-float data-[empty]:hidden"
    >
      {(item: string) => (
        <Autocomplete.Item
          key={item}
          value={item}
          onClick={() => onChosen(item)}
          className="cursor-default px-2.5 py-1.5 text-body select-none data-[highlighted]:bg-primary-wash coarse:py-3"
        >
          {item}
        </Autocomplete.Item>
      )}
    </Autocomplete.List>
  )
}

function showOnTop(list: HTMLElement | null): void {
  if (list && !list.matches(':popover-open')) list.showPopover()
}
