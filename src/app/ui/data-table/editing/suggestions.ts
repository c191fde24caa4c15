import { onlyMatch, rankSuggestions } from '#domain/text/rank-suggestions.ts'
import { newTextNote } from '../../fields/new-text.ts'
import { isChosen } from '../columns/table-columns.ts'
import type { CellOption, Column, OptionMaker } from '../data-table-props.ts'

/** The open option list of a cell or field: what is offered for what was typed, and which line Enter or Tab takes (-1: none). */
export interface OptionList {
  readonly options: readonly CellOption[]
  readonly highlighted: number
  /** Enter or Tab found several matches and highlighted the first: this many. The next one takes it. */
  readonly matches?: number
  /** Said above the options: the text of a field that takes any text is none of them. */
  readonly newText?: string
}

const shown = 50

/**
 * What to offer for a typed text, best first (domain/rank-suggestions). Enter or Tab takes the option that the text names in full, the only option whose name
 * contains the text, or the line that makes a record when nothing matches. With several matches the first press highlights one (`askToChoose`). A free text stays
 * as it was typed unless an arrow leads to a suggestion. Null: nothing to open.
 */
export function suggestOptions(column: Column, typed: string, current: CellOption['value'] | null): OptionList | null {
  const all = column.options?.()
  if (!all) return null
  const query = typed.trim()
  if (!isChosen(column) && query === '') return null
  const options = rankSuggestions(all, query, itself).slice(0, shown)
  if (!isChosen(column)) return suggestForFreeText(column, { all, options, query })
  if (column.maker) {
    const highlighted = options.length === 0 && query !== '' ? 0 : chosenLine(options, query, current)
    return { options: [...options, makerLine(column.maker, options, query)], highlighted }
  }
  return { options, highlighted: chosenLine(options, query, current) }
}

function suggestForFreeText(
  { field, maker }: Column,
  { all, options, query }: Record<'all' | 'options', readonly CellOption[]> & { query: string },
): OptionList | null {
  const newText = newTextNote(field, query, { known: all.map(({ label }) => label), noun: maker?.noun })
  if (newText === null) {
    const isOnlyItself = options.length === 1 && options[0]?.label === query
    return options.length === 0 || isOnlyItself ? null : { options, highlighted: -1 }
  }
  return { options: maker ? [...options, makerLine(maker, options, query)] : options, highlighted: -1, newText }
}

/** Nothing of a list to choose from fits what was typed; a line that makes a record may still stand in it. */
export function fitsNothing({ options, newText }: OptionList): boolean {
  return newText === undefined && options.every(({ makes }) => makes !== undefined)
}

/** `새 사업구간 '가온 2단지' 만들기`; without the name where nothing was typed or a record has it already. */
function makerLine({ noun }: OptionMaker, options: readonly CellOption[], query: string): CellOption {
  const name = options.some(({ label }) => label === query) ? '' : query
  return { value: '', label: name === '' ? `새 ${noun} 만들기` : `새 ${noun} '${name}' 만들기`, makes: name }
}

function chosenLine(options: readonly CellOption[], query: string, current: CellOption['value'] | null): number {
  if (query === '') return options.findIndex((option) => option.value === current)
  const meant = onlyMatch(options, query, itself)
  return meant ? options.indexOf(meant) : -1
}

/**
 * The list with its first line highlighted and the number of matches, for an Enter or Tab after a text that fits several records; null where the key has an
 * option to take, or nothing to choose from.
 */
export function askToChoose(column: Column, list: OptionList | null, typed: string): OptionList | null {
  if (!list || list.highlighted !== -1 || !isChosen(column) || typed.trim() === '') return null
  const matches = list.options.filter(({ makes }) => makes === undefined).length
  return matches === 0 ? null : { options: list.options, highlighted: 0, matches }
}

/** Says how many match after `askToChoose`; null at any other time. */
export function matchesText({ matches }: OptionList): string | null {
  if (matches === undefined) return null
  return `맞는 항목이 ${matches}건${matches === shown ? ' 이상' : ''}입니다. 한 번 더 누르면 첫 항목이 들어갑니다.`
}

/** All that is offered for a free text, none of it highlighted; null where nothing is. */
export function listSuggestions(column: Column): OptionList | null {
  const known = column.options?.().slice(0, shown) ?? []
  const options = column.maker ? [...known, makerLine(column.maker, known, '')] : known
  return options.length === 0 ? null : { options, highlighted: -1 }
}

/** The list with another line highlighted; stops at the ends. */
export function highlightOption(list: OptionList, by: number): OptionList {
  const { options } = list
  const highlighted = Math.max(0, Math.min(options.length - 1, list.highlighted + by))
  return options.length === 0 ? list : { options, highlighted }
}

function itself(option: CellOption): CellOption {
  return option
}
