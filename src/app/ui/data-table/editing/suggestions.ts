import { namedInFull, rankSuggestions } from '#domain/rank-suggestions.ts'
import { isChosen } from '../columns/table-columns.ts'
import type { CellOption, Column, OptionMaker } from '../data-table-props.ts'

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
  if (column.maker) {
    const highlighted = chosenLine({ column, options }, query, current)
    return { options: [...options, makerLine(column.maker, options, query)], highlighted }
  }
  if (!isChosen(column)) {
    const isOnlyItself = options.length === 1 && options[0]?.label === query
    return options.length === 0 || isOnlyItself ? null : { options, highlighted: -1 }
  }
  return { options, highlighted: chosenLine({ column, options }, query, current) }
}

/** Nothing of the list fits what was typed; a line that makes a record may still stand in it. */
export function fitsNothing({ options }: OptionList): boolean {
  return options.every(({ makes }) => makes !== undefined)
}

/** `새 사업구간 '가온 2단지' 만들기`; without the name where nothing was typed or a record has it already. */
function makerLine({ noun }: OptionMaker, options: readonly CellOption[], query: string): CellOption {
  const name = options.some(({ label }) => label === query) ? '' : query
  return { value: '', label: name === '' ? `새 ${noun} 만들기` : `새 ${noun} '${name}' 만들기`, makes: name }
}

function chosenLine(
  { column, options }: { column: Column; options: readonly CellOption[] },
  query: string,
  current: CellOption['value'] | null,
): number {
  if (query === '') return options.findIndex((option) => option.value === current)
  const isOnlyWord = options.length === 1 && column.field.kind !== 'reference'
  const meant = isOnlyWord ? options[0] : namedInFull(column.options?.() ?? options, query, itself)
  return meant ? options.indexOf(meant) : -1
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
