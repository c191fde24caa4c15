import { useMemo } from 'react'
import { nameReferencesOf, referencesOf, type CollectionName, type Reference } from '#contract/books/collections.ts'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import type { CellOption, Column } from '#app/ui/data-table/data-table-props.ts'
import { useLatest } from '#app/ui/use-latest.ts'
import { useUsedTexts, type UsedTexts } from '../copy/use-used-texts.ts'
import { useRecordMaker, type MakeRecord } from '../form/make-record.ts'
import { isMadeByHand, recordBook } from '../record-book.ts'

/**
 * A book's columns with additional editor options: texts in use for fields with suggestions, and an
 * entry that creates a missing record (`새 사업구간 만들기`) as an action of this screen. A new array only
 * when the columns change.
 */
export function useEditingColumns(
  collection: CollectionName,
  columns: readonly Column[],
  history: ActionHistory,
): readonly Column[] {
  const make = useRecordMaker()
  const used = useLatest(useUsedTexts(collection))
  return useMemo(
    () => columns.map((column) => withMaker(withUsedTexts(column, used), collection, { make, history })),
    [collection, columns, used, make, history],
  )
}

function withUsedTexts(column: Column, used: () => UsedTexts): Column {
  const { field, isEditable } = column
  if (!field.repeats || !isEditable) return column
  function options(): readonly CellOption[] {
    const own = column.options?.() ?? []
    const named = new Set(own.map(({ value }) => value))
    used().refresh()
    const texts = (used().of(column.key) ?? []).filter((text) => !named.has(text))
    return [...own, ...texts.map((text) => optionOf(text, isUnregistered(text)))]
  }
  const isUnregistered = (text: string) => field.names !== undefined && !used().isRegistered(column.key, text)
  return { ...column, options }
}

function optionOf(text: string, isUnregistered: boolean): CellOption {
  return { value: text, label: text, ...(isUnregistered && { note: '미등록' }) }
}

function withMaker(
  column: Column,
  collection: CollectionName,
  around: { make: MakeRecord; history: ActionHistory },
): Column {
  const isOfColumn = ({ key }: Reference) => key === column.key
  const reference = referencesOf(collection).find(isOfColumn) ?? nameReferencesOf(collection).find(isOfColumn)
  const isOffered = reference && column.isEditable && column.options && isMadeByHand(reference.to)
  return isOffered ? makingColumn(column, reference, around) : column
}

/** Offer a new record at once; the copy's lists follow a moment later. */
function makingColumn(
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
    const label = String(answer.values[name] ?? '')
    const option = { value: column.field.kind === 'text' ? label : answer.id, label }
    made.set(option.value, option)
    return option
  }
  return { ...column, options, maker: { noun: recordBook(to).description.noun, make: makeOption } }
}
