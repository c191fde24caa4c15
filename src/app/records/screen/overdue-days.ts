import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import type { BookRules } from '#domain/books/book-rules.ts'
import { isOverdue } from '#domain/today/deadlines.ts'

/** The columns of a book; the day of its deadline is red where it is past and the record open. */
export function markOverdueDays(columns: readonly Column[], { deadline }: BookRules): readonly Column[] {
  if (!deadline) return columns
  return columns.map((column) =>
    column.key === deadline.day
      ? {
          ...column,
          tone: ({ record }) => (isOverdue(record, deadline, getOfficeToday()) ? 'danger' : null),
          toneText: ({ record }) => (isOverdue(record, deadline, getOfficeToday()) ? '지난 날짜' : null),
        }
      : column,
  )
}

/**
 * The columns on a narrow screen: the day of the book's deadline is pinned after the columns that
 * are pinned anyway, even if it is hidden elsewhere, because the red count of the screen is about
 * it. Pinned names that can be cut in the middle get narrower for it.
 */
export function keepDeadlineInView(columns: readonly Column[], { deadline }: BookRules): readonly Column[] {
  const dayColumn = columns.find(({ key }) => key === deadline?.day)
  if (!dayColumn || dayColumn.isPinned) return columns
  const { isHidden: _isHidden, ...shownColumn } = dayColumn
  const otherColumns = columns.filter((column) => column !== dayColumn)
  return [
    ...otherColumns.filter(({ isPinned }) => isPinned).map(limitName),
    { ...shownColumn, isPinned: true },
    ...otherColumns.filter(({ isPinned }) => !isPinned),
  ]
}

function limitName(column: Column): Column {
  return column.field.truncatesInMiddle ? { ...column, width: Math.min(column.width, maxNameWidth) } : column
}

/** In px. */
const maxNameWidth = 140
