import { Autocomplete } from '@base-ui/react/autocomplete'
import { type KeyboardEvent, useId } from 'react'
import { isImeKey } from '../text-editing/composition.ts'
import { inputClass } from './text-field.tsx'

interface FoundItem {
  readonly key: string
  readonly label: string
  /** A second line. */
  readonly note: string
}

interface FindListProps {
  label: string
  placeholder: string
  text: string
  onText(text: string): void
  /** Results for the text, supplied by the caller. */
  results: readonly FoundItem[]
  /** Status text, for more results than the list shows or for none. */
  status: string
  onChoose(key: string): void
}

/**
 * A search field with its results always visible below. Arrow keys move through them, Enter takes
 * the highlighted one (the first by default), Tab takes the only one.
 */
export function FindList({ label, placeholder, text, onText, results, status, onChoose }: FindListProps) {
  const statusId = useId()

  function chooseOnlyResult(event: KeyboardEvent) {
    const [first, second] = results
    if (isImeKey(event) || event.key !== 'Tab' || event.shiftKey || text.trim() === '' || !first || second) return
    event.preventDefault()
    onChoose(first.key)
  }

  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      items={results}
      value={text}
      onValueChange={onText}
      itemToStringValue={(item: FoundItem) => item.label}
    >
      <Autocomplete.Input
        aria-label={label}
        aria-describedby={statusId}
        placeholder={placeholder}
        onKeyDown={chooseOnlyResult}
        className={inputClass}
      />
      <p id={statusId} role="status" className="text-label text-ink-3 empty:hidden">
        {status}
      </p>
      <Autocomplete.List className="-mx-1 max-h-72 overflow-y-auto data-[empty]:hidden">
        {(item: FoundItem) => (
          <Autocomplete.Item
            key={item.key}
            value={item}
            onClick={() => onChoose(item.key)}
            className="flex cursor-default flex-col rounded-control px-2 py-1.5 select-none data-[highlighted]:bg-primary-wash coarse:py-3"
          >
            {item.label}
            <span className="text-label text-ink-3 empty:hidden">{item.note}</span>
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}
