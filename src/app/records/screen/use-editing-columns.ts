import { useMemo } from 'react'
import { nameReferencesOf, referencesOf, type CollectionName, type Reference } from '#contract/books/collections.ts'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import type { CellOption, Column } from '#app/ui/data-table/data-table-props.ts'
import { useLatest } from '#app/ui/use-latest.ts'
import { useUsedTexts, type UsedTexts } from '../copy/use-used-texts.ts'
import { useRecordMaker, type CreateRecord } from '../form/make-record.ts'
import { isCreatedByHand, recordBook } from '../record-book.ts'

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
  const latestUsedTexts = useLatest(useUsedTexts(collection))
  return useMemo(
    () => columns.map((column) => withMaker(withUsedTexts(column, latestUsedTexts), collection, { make, history })),
    [collection, columns, latestUsedTexts, make, history],
  )
}

function withUsedTexts(column: Column, latestUsedTexts: () => UsedTexts): Column {
  const { field, isEditable } = column
  if (!field.repeats || !isEditable) return column
  function options(): readonly CellOption[] {
    const ownOptions = column.options?.() ?? []
    const named = new Set(ownOptions.map(({ value }) => value))
    latestUsedTexts().refresh()
    const texts = (latestUsedTexts().textsOf(column.key) ?? []).filter((text) => !named.has(text))
    return [...ownOptions, ...texts.map((text) => optionOf(text, isUnregistered(text)))]
  }
  const isUnregistered = (text: string) =>
    field.names !== undefined && !latestUsedTexts().isRegistered(column.key, text)
  return { ...column, options }
}

function optionOf(text: string, isUnregistered: boolean): CellOption {
  return { value: text, label: text, ...(isUnregistered && { note: '미등록' }) }
}

function withMaker(
  column: Column,
  collection: CollectionName,
  context: { make: CreateRecord; history: ActionHistory },
): Column {
  const isOfColumn = ({ key }: Reference) => key === column.key
  const reference = referencesOf(collection).find(isOfColumn) ?? nameReferencesOf(collection).find(isOfColumn)
  const canCreate = reference && column.isEditable && column.options && isCreatedByHand(reference.to)
  return canCreate ? creatingColumn(column, reference, context) : column
}

/** Offer a new record at once; the copy's lists follow a moment later. */
function creatingColumn(
  column: Column,
  { to, name }: Reference,
  { make, history }: { make: CreateRecord; history: ActionHistory },
): Column {
  const createdOptions = new Map<CellOption['value'], CellOption>()
  function options(): readonly CellOption[] {
    const listed = column.options?.() ?? []
    if (createdOptions.size > 0) for (const { value } of listed) createdOptions.delete(value)
    return createdOptions.size === 0 ? listed : [...listed, ...createdOptions.values()]
  }
  async function createOption(typed: string): Promise<CellOption | null> {
    const answer = await make({ to, start: { [name]: typed }, history })
    if (!answer) return null
    const label = String(answer.values[name] ?? '')
    const option = { value: column.field.kind === 'text' ? label : answer.id, label }
    createdOptions.set(option.value, option)
    return option
  }
  return { ...column, options, optionCreator: { noun: recordBook(to).description.noun, make: createOption } }
}
