import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import type { RowSource } from '#contract/records/row-source.ts'
import { buildSearchText, compileSearch, matchesSearch } from '#domain/text/search-text.ts'
import { Button } from '../buttons/button.tsx'
import { measureFittingWidths } from '../data-table/columns/column-commands.ts'
import type { Column } from '../data-table/data-table-props.ts'
import { Tabs } from '../display/tabs.tsx'
import { TextField } from '../fields/text-field.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { QuestionDialog } from '../overlays/question-dialog.tsx'
import {
  changeLayout,
  type ColumnLayout,
  createDefaultLayout,
  isSameLayout,
  type LayoutChange,
} from './column-layout.ts'
import { ColumnList } from './column-list.tsx'

interface ColumnManagerProps {
  isOpen: boolean
  onClose: () => void
  layout: ColumnLayout
  onSave: (layout: ColumnLayout) => void
  /** Every column of the table, in the order of the description. */
  columns: readonly Column[]
  /** Labels of the field groups from the record's description; each becomes a tab. */
  groups: Readonly<Record<string, string>>
  /** The rows whose text is measured to fit widths. */
  source: RowSource
}

/**
 * 컬럼 관리: which columns are shown, their order and widths, and which are pinned to the left edge.
 * The table changes only on 설정 저장.
 */
export function ColumnManager(props: ColumnManagerProps) {
  return props.isOpen ? <ColumnManagerDialog {...props} /> : null
}

function ColumnManagerDialog({ onClose, layout, onSave, columns, groups, source }: ColumnManagerProps) {
  const [draft, setDraft] = useState(layout)
  const [isConfirming, setIsConfirming] = useState(false)
  const [query, setQuery] = useState('')
  const [group, setGroup] = useState(allGroups)
  const searchField = useRef<HTMLInputElement>(null)
  const isChanged = !isSameLayout(draft, layout)
  const listedColumns = listMatchingColumns({ draft, columns, group, query })
  const listedKeys = listedColumns.map((column) => column.key)

  function changeDraft(layoutChange: LayoutChange) {
    setDraft((before) => changeLayout(before, layoutChange))
  }
  function fitWidths(targets: readonly Column[]) {
    changeDraft({ kind: 'widths', widths: measureFittingWidths(targets, source, 0) })
  }
  function saveAndClose() {
    if (isChanged) onSave(draft)
    onClose()
  }

  return (
    <Dialog
      open
      title="컬럼 관리"
      initialFocus={searchField}
      onClose={() => (isChanged ? setIsConfirming(true) : onClose())}
      actions={
        <>
          {isChanged ? <UnsavedNote text="저장하지 않은 변경이 있습니다." /> : null}
          <Button onClick={() => setDraft(createDefaultLayout(columns))}>기본값으로 초기화</Button>
          <Button tone="primary" onClick={saveAndClose}>
            설정 저장
          </Button>
        </>
      }
    >
      {isConfirming ? (
        <UnsavedQuestion onStay={() => setIsConfirming(false)} onDiscard={onClose} onSave={saveAndClose} />
      ) : null}
      <div className="flex flex-col gap-3 pt-1">
        <TextField
          label="컬럼 찾기"
          isLabelHidden
          type="search"
          placeholder="컬럼 이름, 초성"
          icon={<Search size={16} strokeWidth={1.5} />}
          value={query}
          onValue={setQuery}
          ref={searchField}
        />
        <Counts draft={draft} />
        <Tabs label="컬럼 그룹" value={group} tabs={buildGroupTabs(columns, groups)} onValue={setGroup}>
          <div className="flex flex-wrap gap-2 pb-2">
            <Button onClick={() => changeDraft({ kind: 'show', keys: listedKeys })}>모두 표시</Button>
            <Button onClick={() => changeDraft({ kind: 'hide', keys: listedKeys })}>모두 숨김</Button>
            <Button onClick={() => fitWidths(listedColumns)}>모두 너비 맞춤</Button>
          </div>
          <ColumnList
            columns={listedColumns}
            draft={draft}
            onChange={changeDraft}
            onFit={(column) => fitWidths([column])}
          />
        </Tabs>
      </div>
    </Dialog>
  )
}

/** Asks before closing discards unsaved changes. */
function UnsavedQuestion(props: { onStay: () => void; onDiscard: () => void; onSave: () => void }) {
  const stayButton = useRef<HTMLButtonElement>(null)
  return (
    <QuestionDialog
      title="저장하지 않은 변경이 있습니다."
      description="닫으면 변경이 사라집니다."
      initialFocus={stayButton}
      onClose={props.onStay}
      actions={
        <>
          <Button ref={stayButton} onClick={props.onStay}>
            계속 편집
          </Button>
          <Button tone="danger" onClick={props.onDiscard}>
            저장하지 않고 닫기
          </Button>
          <Button tone="primary" onClick={props.onSave}>
            설정 저장
          </Button>
        </>
      }
    />
  )
}

function UnsavedNote({ text }: { text: string }) {
  return (
    <p role="status" className="mr-auto self-center text-label text-warn">
      {text}
    </p>
  )
}

function Counts({ draft: { order, hidden, pinned } }: { draft: ColumnLayout }) {
  const counts = [
    ['전체', order.length],
    ['표시', order.length - hidden.length],
    ['숨김', hidden.length],
    ['고정', pinned.length],
  ]
  return (
    <p className="tabular flex gap-4 text-label text-ink-2" aria-label="컬럼 수">
      {counts.map(([label, count]) => (
        <span key={label}>
          {label} <strong className="font-semibold text-ink">{count}</strong>
        </span>
      ))}
    </p>
  )
}

const allGroups = 'every-group'

function buildGroupTabs(columns: readonly Column[], groups: Readonly<Record<string, string>>) {
  const usedGroups = Object.entries(groups).filter(([key]) => columns.some((column) => column.field.group === key))
  const tabs = usedGroups.length > 1 ? usedGroups.map(([key, label]) => ({ key, label })) : []
  return [{ key: allGroups, label: '전체' }, ...tabs]
}

/**
 * The columns matching the tab and the search box, in the order of the draft. 모두 표시 and 모두 숨김 apply
 * to these.
 */
function listMatchingColumns(options: {
  draft: ColumnLayout
  columns: readonly Column[]
  group: string
  query: string
}): readonly Column[] {
  const { draft, columns, group, query } = options
  const search = compileSearch(query)
  const byKey = new Map(columns.map((column) => [column.key, column]))
  return draft.order
    .map((key) => byKey.get(key))
    .filter((column) => column !== undefined)
    .filter((column) => group === allGroups || column.field.group === group)
    .filter((column) => matchesSearch(buildSearchText([column.label]), search))
}
