import { Autocomplete } from '@base-ui/react/autocomplete'
import { X } from 'lucide-react'
import { rankSuggestions } from '#domain/rank-suggestions.ts'
import { FieldFrame, inputClass } from './text-field.tsx'
import type { FieldFrameProps } from './text-field.tsx'

export interface SuggestFieldProps extends FieldFrameProps {
  value: string
  onValue(value: string): void
  /** What is offered of what fits what was typed, best first (domain/rank-suggestions); all of it, in order, before anything is. */
  suggestions: readonly string[]
  placeholder?: string
  /** How many are offered at most. */
  limit?: number
}

/** Free text with suggestions: anything may be typed, a suggestion is only a shortcut. */
export function SuggestField(props: SuggestFieldProps) {
  const { value, onValue, suggestions, placeholder, limit = 50, ...frame } = props
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <Autocomplete.Root
          items={suggestions}
          filteredItems={rankSuggestions(suggestions, value, (label) => ({ label })).slice(0, limit)}
          value={value}
          onValueChange={(next) => onValue(next)}
          openOnInputClick
        >
          <div className="relative">
            <Autocomplete.Input {...control} placeholder={placeholder} className={`${inputClass} pr-7`} />
            <Autocomplete.Clear
              aria-label={`${frame.label} 지우기`}
              className="absolute inset-y-0 right-0 flex w-7 items-center justify-center text-ink-3 hover:text-ink"
            >
              <X size={14} strokeWidth={1.5} />
            </Autocomplete.Clear>
          </div>
          <Autocomplete.Portal>
            <Autocomplete.Positioner sideOffset={4} className="z-50">
              <Autocomplete.Popup className="float-in max-h-[min(320px,var(--available-height))] w-(--anchor-width) min-w-40 overflow-y-auto rounded-control border bg-paper-raised py-1 shadow-float empty:hidden data-[empty]:hidden">
                <Autocomplete.List>
                  {(item: string) => (
                    <Autocomplete.Item
                      key={item}
                      value={item}
                      className="cursor-default px-2.5 py-1.5 text-body select-none data-[highlighted]:bg-primary-wash coarse:py-3"
                    >
                      {item}
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      )}
    </FieldFrame>
  )
}
