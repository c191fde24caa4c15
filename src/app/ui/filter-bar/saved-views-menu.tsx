import { Bookmark, Check, Pencil, Trash2, X } from 'lucide-react'
import { createContext, type FormEvent, type RefObject, use, useRef, useState } from 'react'
import { findResidentNumberError } from '#contract/person-numbers/resident-number.ts'
import { deviceStorage } from '../browser/device-storage.ts'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { ToolButton } from '../buttons/tool-button.tsx'
import { TextField } from '../fields/text-field.tsx'
import { getOfficeToday } from '../office/office-today.ts'
import { Popover } from '../overlays/popover.tsx'
import {
  namePeriods,
  readSavedViews,
  renameSavedView,
  resolvePeriods,
  type SavedView,
  saveViewAs,
  writeSavedViews,
} from './saved-views.ts'

/**
 * Storage for saved views: the part of local storage belonging to the signed-in person, because
 * search texts may be names.
 */
export const SavedViewsStorage = createContext<Pick<Storage, 'getItem' | 'setItem'> | null>(null)

/** Reads the state of a screen for a view, and opens a view. */
export interface ViewTarget {
  currentView(): Omit<SavedView, 'name'>
  open(view: SavedView): void
}

interface SavedViewsMenuProps {
  tableId: string
  target: ViewTarget
  /** For bars whose other buttons are icons. */
  isIconOnly?: boolean
}

const icon = { size: 16, strokeWidth: 1.5 } as const

/** Named views stored on this device: open, save the current one, rename, and delete with undo. */
export function SavedViewsMenu({ tableId, target, isIconOnly }: SavedViewsMenuProps) {
  const storage = use(SavedViewsStorage) ?? deviceStorage
  const nameField = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [saved, setSaved] = useState<readonly SavedView[]>([])
  /** State before the last delete, for undo. */
  const [beforeDelete, setBeforeDelete] = useState<{ name: string; saved: readonly SavedView[] } | null>(null)

  function changeOpen(next: boolean) {
    setIsOpen(next)
    setBeforeDelete(null)
    // Another tab may have saved a view meanwhile.
    if (next) setSaved(readSavedViews(storage, tableId))
  }

  function saveViews(next: readonly SavedView[]) {
    setSaved(next)
    setBeforeDelete(null)
    writeSavedViews(storage, tableId, next)
  }

  function deleteView(name: string) {
    saveViews(saved.filter((view) => view.name !== name))
    setBeforeDelete({ name, saved })
  }

  return (
    <Popover
      title="저장된 보기"
      open={isOpen}
      onOpenChange={changeOpen}
      // A name typed at once must not open the view that would have the focus.
      initialFocus={nameField}
      trigger={
        isIconOnly ? (
          <IconButton label="저장된 보기" icon={<Bookmark {...icon} />} />
        ) : (
          <ToolButton label="저장된 보기" labelFrom="roomiest" icon={<Bookmark {...icon} />} />
        )
      }
    >
      {saved.length === 0 ? <p className="text-ink-3">저장된 보기가 없습니다.</p> : null}
      <ul aria-label="저장된 보기" className="-mx-1 max-h-64 overflow-y-auto px-1">
        {saved.map((view) => (
          <SavedViewLine
            key={view.name}
            view={view}
            onApply={() => {
              target.open(resolvePeriods(view, getOfficeToday()))
              changeOpen(false)
            }}
            onRename={(to) => {
              const next = renameSavedView(saved, view.name, to)
              if (next) saveViews(next)
              return next !== null
            }}
            onRemove={() => deleteView(view.name)}
          />
        ))}
      </ul>
      <div
        role="status"
        className={beforeDelete ? 'flex items-center justify-between gap-2 text-label text-ink-2' : 'sr-only'}
      >
        {beforeDelete ? (
          <>
            <span className="truncate">{beforeDelete.name}: 삭제되었습니다.</span>
            <Button tone="transparent" onClick={() => saveViews(beforeDelete.saved)}>
              되돌리기
            </Button>
          </>
        ) : null}
      </div>
      <SaveViewForm nameField={nameField} saved={saved} target={target} onSaved={saveViews} />
    </Popover>
  )
}

interface SaveLineProps {
  nameField: RefObject<HTMLInputElement | null>
  saved: readonly SavedView[]
  target: ViewTarget
  onSaved(next: readonly SavedView[]): void
}

function SaveViewForm({ nameField, saved, target, onSaved }: SaveLineProps) {
  const [name, setName] = useState('')
  const current = namePeriods(target.currentView(), getOfficeToday())
  const movingPeriods = describeMovingPeriods(current)
  const isTaken = saved.some((view) => view.name === name.normalize('NFC').trim())

  function save(event: FormEvent) {
    event.preventDefault()
    const next = saveViewAs(saved, name, current)
    if (!next) return
    onSaved(next)
    setName('')
  }

  return (
    <form onSubmit={save} className="flex flex-wrap items-end gap-2 border-t pt-2">
      <div className="min-w-0 flex-1">
        <TextField
          ref={nameField}
          label="현재 보기의 이름"
          maxLength={40}
          value={name}
          onValue={setName}
          hint={isTaken ? '같은 이름의 보기를 바꿉니다.' : undefined}
          error={findResidentNumberError(name) ?? undefined}
        />
      </div>
      <Button type="submit" className={isTaken ? 'mb-6' : ''} disabled={name.trim() === ''}>
        현재 보기 저장
      </Button>
      {movingPeriods === null ? null : <p className="w-full text-label text-ink-2">{movingPeriods}</p>}
    </form>
  )
}

/** Tells that a period is stored by its name. */
function describeMovingPeriods({ periods = {} }: Omit<SavedView, 'name'>): string | null {
  const names = [...new Set(Object.values(periods))]
  return names.length === 0 ? null : `${names.join(', ')}: 보기를 여는 날을 기준으로 다시 계산합니다.`
}

interface SavedLineProps {
  view: SavedView
  onApply(): void
  /** Returns false when the name is refused. */
  onRename(to: string): boolean
  onRemove(): void
}

function SavedViewLine({ view, onApply, onRename, onRemove }: SavedLineProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [isRefused, setIsRefused] = useState(false)

  function submitRename(event: FormEvent) {
    event.preventDefault()
    const isDone = draft !== null && onRename(draft)
    setIsRefused(!isDone)
    if (isDone) setDraft(null)
  }

  if (draft !== null) {
    return (
      <li>
        <form onSubmit={submitRename} className="flex items-start gap-1 py-1">
          <div className="min-w-0 flex-1">
            <TextField
              label={`${view.name} 새 이름`}
              isLabelHidden
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field replaces the button that was just pressed
              autoFocus
              maxLength={40}
              value={draft}
              onValue={setDraft}
              error={findResidentNumberError(draft) ?? (isRefused ? '비어 있거나 이미 있는 이름입니다.' : undefined)}
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
        {view.name}
      </button>
      <IconButton label={`${view.name} 이름 변경`} icon={<Pencil {...icon} />} onClick={() => setDraft(view.name)} />
      <IconButton label={`${view.name} 삭제`} isDestructive icon={<Trash2 {...icon} />} onClick={onRemove} />
    </li>
  )
}
