import { useMemo } from 'react'
import { referencesOf, type CollectionName, type Reference } from '#contract/books/collections.ts'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import type { CellOption, Column } from '#app/ui/data-table/data-table-props.ts'
import { useRecordMaker, type MakeRecord } from '../form/make-record.ts'
import { isMadeByHand, recordBook } from '../record-book.ts'

/** A book's columns in which references can be chosen, and what is not there yet made on the way (`새 사업구간 만들기`), as an action of this screen. Another array only for other columns. */
export function useColumnsWithMakers(
  collection: CollectionName,
  columns: readonly Column[],
  history: ActionHistory,
): readonly Column[] {
  const make = useRecordMaker()
  return useMemo(() => columnsWithMakers(collection, columns, { make, history }), [collection, columns, make, history])
}

function columnsWithMakers(
  collection: CollectionName,
  columns: readonly Column[],
  around: { make: MakeRecord; history: ActionHistory },
): readonly Column[] {
  const references = new Map(referencesOf(collection).map((reference) => [reference.key, reference]))
  return columns.map((column) => {
    const reference = references.get(column.key)
    const isOffered = reference && column.isEditable && column.options && isMadeByHand(reference.to)
    return isOffered ? withMaker(column, reference, around) : column
  })
}

/** What was made stands among the options at once: the lists of the copy follow a moment later. */
function withMaker(
  column: Column,
  { to, name }: Reference,
  { make, history }: { make: MakeRecord; history: ActionHistory },
): Column {
  const made = new Map<CellOption['value'], CellOption>()
  function options(): readonly CellOption[] {
    const listed = column.options?.() ?? []
    if (made.size > 0) for (const { value } of listed) made.delete(value)
    return made.size === 0 ? listed : [...listed, ...made.values()]
  }
  async function makeOption(typed: string): Promise<CellOption | null> {
    const answer = await make({ to, start: { [name]: typed }, history })
    if (!answer) return null
    const option = { value: answer.id, label: String(answer.values[name] ?? '') }
    made.set(option.value, option)
    return option
  }
  return { ...column, options, maker: { noun: recordBook(to).description.noun, make: makeOption } }
}
