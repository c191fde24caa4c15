import { useLayoutEffect } from 'react'
import { Anchored } from '../cells/anchored.tsx'
import type { Table } from '../table.ts'
import { useSignal } from '../use-table.ts'
import { chooseOption } from './cell-editor.ts'
import { focusCellInput } from './prepare-cell-input.ts'
import { describeMatches, hasNoMatch } from './suggestions.ts'

/** Sets the line that creates a record apart from the options. */
export const createOptionClass = 'border-t text-primary first:border-t-0'

/**
 * The options for the editor's text. The focus stays in the cell input, which references the
 * highlighted line for screen readers.
 */
export function OptionListBox({ table }: { table: Table }) {
  const view = useSignal(table, 'focus', () => table.focusView)
  const highlighted = view.list?.highlighted ?? -1

  useLayoutEffect(() => {
    document.getElementById(`${table.gridId}-option-${highlighted}`)?.scrollIntoView({ block: 'nearest' })
  }, [table, highlighted])

  if (!view.list) return null
  const width = table.geometry.widths[view.column] ?? 160
  return (
    <Anchored
      table={table}
      side="below"
      className="max-h-64 max-w-[420px] overflow-y-auto py-1"
      key={`${view.row}-${view.column}`}
    >
      {hasNoMatch(view.list) ? <p className="px-2.5 py-1.5 text-table text-ink-3">맞는 항목이 없습니다.</p> : null}
      <p role="status" className="px-2.5 py-1.5 text-label text-ink-2 empty:hidden">
        {view.list.newText ?? describeMatches(view.list)}
      </p>
      <div
        role="listbox"
        id={`${table.gridId}-options`}
        aria-label="선택 목록"
        style={{ minWidth: Math.max(160, width) }}
      >
        {view.list.options.map((option, index) => (
          <div
            key={option.createsName === undefined ? String(option.value) : 'maker'}
            role="option"
            id={`${table.gridId}-option-${index}`}
            aria-selected={index === highlighted}
            onClick={() => {
              chooseOption(table, option, { mode: 'commit' })
              if (option.createsName === undefined) focusCellInput(table)
            }}
            className={`flex cursor-default items-baseline gap-2 px-2.5 py-1.5 text-table select-none hover:bg-paper-sunk coarse:py-3 ${option.createsName === undefined ? '' : createOptionClass} ${index === highlighted ? 'bg-primary-wash' : ''}`}
          >
            <span className="max-w-full shrink-0">{option.label}</span>
            {option.note ? <span className="truncate text-label text-ink-3">{option.note}</span> : null}
          </div>
        ))}
      </div>
    </Anchored>
  )
}
