import { namedInFull, rankSuggestions } from '#domain/rank-suggestions.ts'
import { isChosen } from '../columns/table-columns.ts'
import type { CellOption, Column } from '../data-table-props.ts'

/** The open option list of the active cell: what is offered for what was typed, and which line Enter takes (-1: none). */
export interface OptionList {
  readonly options: readonly CellOption[]
  readonly highlighted: number
}

const shown = 50

/**
 * What to offer for a typed text, best first (domain/rank-suggestions). Enter takes what the text names in full, of an enum's own words also the only one left;
 * another record is never taken for what was typed: that one has to be chosen. Free text offers none until an arrow asks for one. Null: nothing to open.
 */
export function suggestOptions(column: Column, typed: string, current: CellOption['value'] | null): OptionList | null {
  const all = column.options?.()
  if (!all) return null
  const query = typed.trim()
  if (!isChosen(column) && query === '') return null
  const options = rankSuggestions(all, query, itself).slice(0, shown)
  if (!isChosen(column)) {
    const isOnlyItself = options.length === 1 && options[0]?.label === query
    return options.length === 0 || isOnlyItself ? null : { options, highlighted: -1 }
  }
  if (query === '') return { options, highlighted: options.findIndex((option) => option.value === current) }
  const isOnlyWord = options.length === 1 && column.field.kind !== 'reference'
  const meant = isOnlyWord ? options[0] : namedInFull(all, query, itself)
  return { options, highlighted: meant ? options.indexOf(meant) : -1 }
}

/** All that is offered for a free text, none of it highlighted; null where nothing is. */
export function listSuggestions(column: Column): OptionList | null {
  const options = column.options?.().slice(0, shown) ?? []
  return options.length === 0 ? null : { options, highlighted: -1 }
}

/** The list with another line highlighted; stops at the ends. */
export function highlightOption(list: OptionList, by: number): OptionList {
  const highlighted = Math.max(0, Math.min(list.options.length - 1, list.highlighted + by))
  return list.options.length === 0 ? list : { ...list, highlighted }
}

function itself(option: CellOption): CellOption {
  return option
}
