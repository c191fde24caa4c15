import { useLayoutEffect, useRef } from 'react'
import { Anchored } from '../cells/anchored.tsx'
import type { CellOption } from '../data-table-props.ts'
import type { Table } from '../table.ts'
import { useSignal } from '../use-table.ts'
import { chooseOption } from './cell-editor.ts'
import { focusCellInput } from './prepare-cell-input.ts'
import { describeMatches, hasNoMatch, type OptionList } from './suggestions.ts'

/**
 * The options for the cell editor's text. The focus stays in the cell input, which references the
 * highlighted line for screen readers.
 */
export function OptionListBox({ table }: { table: Table }) {
  const view = useSignal(table, 'focus', () => table.focusView)
  if (!view.list) return null
  return (
    <Anchored
      table={table}
      side="below"
      className="max-h-64 max-w-[420px] overflow-y-auto py-1 text-table"
      key={`${view.row}-${view.column}`}
    >
      <OptionLines
        id={`${table.gridId}-option`}
        label="선택 목록"
        list={view.list}
        minWidth={Math.max(160, table.geometry.widths[view.column] ?? 160)}
        onChoose={(option) => {
          chooseOption(table, option, { mode: 'commit' })
          if (option.createsName === undefined) focusCellInput(table)
        }}
      />
    </Anchored>
  )
}

interface OptionLinesProps {
  /** The list is `{id}s`, its lines `{id}-{index}`. */
  id: string
  label: string
  list: OptionList
  minWidth?: number
  onChoose(option: CellOption): void
}

/** The lines of an open list, below a note about them; keeps the highlighted one in view. */
export function OptionLines({ id, label, list, minWidth, onChoose }: OptionLinesProps) {
  const box = useRef<HTMLDivElement>(null)
  const { highlighted, options } = list
  useLayoutEffect(() => {
    box.current?.children[Math.max(0, highlighted)]?.scrollIntoView({ block: 'nearest' })
  }, [highlighted])
  return (
    <>
      {hasNoMatch(list) ? <p className="px-2.5 py-1.5 text-ink-3">맞는 항목이 없습니다.</p> : null}
      <p role="status" className="px-2.5 py-1.5 text-label text-ink-2 empty:hidden">
        {list.newText ?? describeMatches(list)}
      </p>
      <div ref={box} role="listbox" id={`${id}s`} aria-label={label} style={{ minWidth }}>
        {options.map((option, index) => (
          <div
            key={option.createsName === undefined ? String(option.value) : 'optionCreator'}
            role="option"
            id={`${id}-${index}`}
            aria-selected={index === highlighted}
            onClick={() => onChoose(option)}
            className={`flex cursor-default items-baseline gap-2 px-2.5 py-1.5 select-none hover:bg-paper-sunk coarse:py-3 ${option.createsName === undefined ? '' : 'border-t text-primary first:border-t-0'} ${index === highlighted ? 'bg-primary-wash' : ''}`}
          >
            <span className="max-w-full shrink-0">{option.label}</span>
            {option.note ? <span className="truncate text-label text-ink-3">{option.note}</span> : null}
          </div>
        ))}
      </div>
    </>
  )
}
