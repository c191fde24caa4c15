import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { TextField } from './text-field.tsx'

interface CountedSearchProps {
  label: string
  placeholder: string
  value: string
  /** Current number of matches. */
  count: number
  onValue(value: string): void
  ref?: Ref<HTMLInputElement>
}

/** A search field with its number of matches. */
export function CountedSearch({ count, ...field }: CountedSearchProps) {
  return (
    <div className="flex items-center gap-3">
      <div className="w-full max-w-72">
        <TextField {...field} isLabelHidden type="search" icon={<Search size={16} strokeWidth={1.5} aria-hidden />} />
      </div>
      <p role="status" className="tabular shrink-0 text-label text-ink-2">
        {count}개
      </p>
    </div>
  )
}
