import { Autocomplete } from '@base-ui/react/autocomplete'
import { placeFinder } from '#domain/found-places.ts'
import { FoundText } from '#app/ui/data-table/cells/found-text.tsx'
import type { SearchLine } from './search-line.ts'

interface FoundLineProps {
  line: SearchLine
  onChosen(line: SearchLine, isBeside: boolean): void
}

/** One line of the list, with what was found in it marked. */
export function FoundLine({ line, onChosen }: FoundLineProps) {
  return (
    <Autocomplete.Item
      value={line}
      onClick={(event) => onChosen(line, event.ctrlKey || event.metaKey)}
      className="flex min-h-9 cursor-default items-center gap-3 rounded-control px-3 py-1.5 select-none data-[highlighted]:bg-primary-wash coarse:min-h-11"
    >
      <span className="shrink-0 text-ink-3">{line.icon}</span>
      <span className="flex min-w-0 flex-1 items-baseline gap-x-3 max-sm:flex-col">
        <span className="max-w-full shrink-0 truncate font-medium">
          <Marked text={line.label} by={line.marked} />
        </span>
        <span className="min-w-0 max-w-full truncate text-label text-ink-2 empty:hidden">
          <Marked text={line.note} by={line.marked} />
        </span>
      </span>
    </Autocomplete.Item>
  )
}

function Marked({ text, by }: { text: string; by: string }) {
  const places = placeFinder(by)?.(text) ?? []
  if (places.length === 0) return text
  return <FoundText text={text} found={places.map((place) => place.join('-')).join()} />
}
