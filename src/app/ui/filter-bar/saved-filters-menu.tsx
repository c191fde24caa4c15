import { Bookmark, Check, Pencil, Trash2, X } from 'lucide-react'
import { createContext, use, useState, type FormEvent } from 'react'
import { residentNumberFault } from '#contract/resident-number.ts'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { Popover } from '../overlays/popover.tsx'
import { TextField } from '../fields/text-field.tsx'
import { isEmptyQuestion, type FilterQuestion } from './filter-question.ts'
import {
  readSavedFilters,
  renameSavedFilter,
  saveFilterAs,
  writeSavedFilters,
  type SavedFilter,
} from './saved-filters.ts'

/** Where filters are kept: a part of local storage that only the signed-in person's screens read, because what is searched for may be a name. */
export const SavedFiltersShelf = createContext<Pick<Storage, 'getItem' | 'setItem'> | null>(null)

interface SavedFiltersMenuProps {
  tableId: string
  question: FilterQuestion
  onQuestion(next: FilterQuestion): void
}

const icon = { size: 16, strokeWidth: 1.5 } as const

/** Filters kept on this device under a name: apply, save the present one, rename, delete with a way back. */
export function SavedFiltersMenu({ tableId, question, onQuestion }: SavedFiltersMenuProps) {
  const shelf = use(SavedFiltersShelf) ?? localStorage
  const [isOpen, setOpen] = useState(false)
  const [saved, setSaved] = useState<readonly SavedFilter[]>([])
  /** What stood before the last delete. */
  const [before, setBefore] = useState<{ name: string; saved: readonly SavedFilter[] } | null>(null)

  function open(next: boolean) {
    setOpen(next)
    setBefore(null)
    // Another tab may have saved one meanwhile.
    if (next) setSaved(readSavedFilters(shelf, tableId))
  }

  function keep(next: readonly SavedFilter[]) {
    setSaved(next)
    setBefore(null)
    writeSavedFilters(shelf, tableId, next)
  }

  function remove(name: string) {
    keep(saved.filter((each) => each.name !== name))
    setBefore({ name, saved })
  }

  return (
    <Popover
      title="저장된 필터"
      open={isOpen}
      onOpenChange={open}
      trigger={<Button icon={<Bookmark {...icon} />}>저장된 필터</Button>}
    >
      {saved.length === 0 ? <p className="text-ink-3">저장된 필터가 없습니다.</p> : null}
      <ul aria-label="저장된 필터" className="-mx-1 max-h-64 overflow-y-auto px-1">
        {saved.map((one) => (
          <SavedLine
            key={one.name}
            saved={one}
            onApply={() => {
              onQuestion({ search: one.search, filters: one.filters })
              open(false)
            }}
            onRename={(to) => {
              const next = renameSavedFilter(saved, one.name, to)
              if (next) keep(next)
              return next !== null
            }}
            onRemove={() => remove(one.name)}
          />
        ))}
      </ul>
      <div
        role="status"
        className={before ? 'flex items-center justify-between gap-2 text-label text-ink-2' : 'sr-only'}
      >
        {before ? (
          <>
            <span className="truncate">{before.name}: 삭제되었습니다.</span>
            <Button tone="transparent" onClick={() => keep(before.saved)}>
              되돌리기
            </Button>
          </>
        ) : null}
      </div>
      <SaveLine saved={saved} question={question} onSaved={keep} />
    </Popover>
  )
}

interface SaveLineProps {
  saved: readonly SavedFilter[]
  question: FilterQuestion
  onSaved(next: readonly SavedFilter[]): void
}

function SaveLine({ saved, question, onSaved }: SaveLineProps) {
  const [name, setName] = useState('')
  if (isEmptyQuestion(question)) {
    return (
      <p className="border-t pt-2 text-label text-ink-3">검색이나 필터를 건 뒤에 이름을 붙여 저장할 수 있습니다.</p>
    )
  }
  const isTaken = saved.some((each) => each.name === name.normalize('NFC').trim())

  function save(event: FormEvent) {
    event.preventDefault()
    const next = saveFilterAs(saved, name, question)
    if (!next) return
    onSaved(next)
    setName('')
  }

  return (
    <form onSubmit={save} className="flex items-end gap-2 border-t pt-2">
      <div className="min-w-0 flex-1">
        <TextField
          label="지금 필터의 이름"
          maxLength={40}
          value={name}
          onValue={setName}
          hint={isTaken ? '같은 이름의 필터를 바꿉니다.' : undefined}
          error={residentNumberFault(name) ?? undefined}
        />
      </div>
      <Button type="submit" className={isTaken ? 'mb-6' : ''} disabled={name.trim() === ''}>
        저장
      </Button>
    </form>
  )
}

interface SavedLineProps {
  saved: SavedFilter
  onApply(): void
  /** False when the name is empty or taken. */
  onRename(to: string): boolean
  onRemove(): void
}

function SavedLine({ saved, onApply, onRename, onRemove }: SavedLineProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [isRefused, setRefused] = useState(false)

  function settle(event: FormEvent) {
    event.preventDefault()
    const isDone = draft !== null && onRename(draft)
    setRefused(!isDone)
    if (isDone) setDraft(null)
  }

  if (draft !== null) {
    return (
      <li>
        <form onSubmit={settle} className="flex items-start gap-1 py-1">
          <div className="min-w-0 flex-1">
            <TextField
              label={`${saved.name} 새 이름`}
              isLabelHidden
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field takes the place of the button that was just pressed
              autoFocus
              maxLength={40}
              value={draft}
              onValue={setDraft}
              error={residentNumberFault(draft) ?? (isRefused ? '비어 있거나 이미 있는 이름입니다.' : undefined)}
            />
          </div>
          <IconButton type="submit" label="이름 저장" icon={<Check {...icon} />} />
          <IconButton label="이름 변경 취소" icon={<X {...icon} />} onClick={() => setDraft(null)} />
        </form>
      </li>
    )
  }
  return (
    <li className="flex items-center">
      <button
        type="button"
        onClick={onApply}
        className="min-h-8 min-w-0 flex-1 truncate rounded-control px-2 text-left hover:bg-paper-sunk coarse:min-h-11"
      >
        {saved.name}
      </button>
      <IconButton label={`${saved.name} 이름 변경`} icon={<Pencil {...icon} />} onClick={() => setDraft(saved.name)} />
      <IconButton label={`${saved.name} 삭제`} isDestructive icon={<Trash2 {...icon} />} onClick={onRemove} />
    </li>
  )
}
