import { Calendar as CalendarIcon } from 'lucide-react'
import { readDay } from '#domain/dates/day-entry.ts'
import { CalendarPopover } from '../../calendar/calendar.tsx'
import { Anchored } from '../cells/anchored.tsx'
import { closePrompt } from '../prompt.ts'
import type { Table } from '../table.ts'
import { useSignal } from '../use-table.ts'
import { commitDay, openCalendar } from './cell-editor.ts'

/**
 * The calendar for a date being edited, with its button next to the cell; Alt+↓ opens it too. A
 * chosen day is written like a typed one.
 */
export function CellCalendar({ table }: { table: Table }) {
  const view = useSignal(table, 'focus', () => table.focusView)
  const activePrompt = useSignal(table, 'ask', () => table.prompt)
  const column = table.props.columns[view.column]
  if (view.mode === 'ready' || column?.field.kind !== 'date') return null
  const isOpen = activePrompt?.type === 'calendar'
  const today = table.props.today()
  const parsedDay = readDay(table.session.text, today)
  return (
    <>
      {isOpen ? null : (
        <Anchored table={table} side="beside" className="overflow-hidden" key={`${view.row}-${view.column}`}>
          <button
            type="button"
            tabIndex={-1}
            aria-label="달력 열기"
            title="달력 열기 (Alt+↓)"
            onClick={() => openCalendar(table)}
            className="flex size-8 items-center justify-center text-ink-2 hover:bg-paper-sunk hover:text-ink coarse:size-11"
          >
            <CalendarIcon size={16} strokeWidth={1.5} aria-hidden />
          </button>
        </Anchored>
      )}
      <CalendarPopover
        label={column.label}
        isOpen={isOpen}
        onOpenChange={(next) => next || closePrompt(table)}
        anchor={() => table.cellInput}
        today={today}
        value={parsedDay.ok ? (parsedDay.value ?? '') : ''}
        isClearable={column.field.required !== true}
        onDay={(day) => commitDay(table, day)}
      />
    </>
  )
}
