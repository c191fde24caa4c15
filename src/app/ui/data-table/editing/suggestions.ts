import { findOnlyMatch, listCompletions, rankSuggestions } from '#domain/text/rank-suggestions.ts'
import { normalizeName, toInitials } from '#domain/text/search-text.ts'
import { describeNewText } from '../../fields/new-text.ts'
import { hasFixedOptions } from '../columns/table-columns.ts'
import type { CellOption, Column, OptionCreator } from '../data-table-props.ts'

/**
 * The open option list of a cell or field: the options for the typed text, and the index that Enter
 * or Tab takes (-1 for none).
 */
export interface OptionList {
  readonly options: readonly CellOption[]
  readonly highlighted: number
  /**
   * Number of matches, when Enter or Tab found several and highlighted the first. The next press
   * takes it.
   */
  readonly matches?: number
  /**
   * The user typed on after that: a text that matches nothing then needs a second press, to create
   * a record or to stay as typed.
   */
  readonly isTypedOn?: true
  /** Note above the options that the free text isn't one of them, or how to keep it as typed. */
  readonly newText?: string
}

const maxShownOptions = 50

/**
 * Options for a typed text, best first. Enter or Tab takes the option named in full, the only
 * option whose name contains the text, or the line that creates a record when nothing matches. With
 * several matches the first press highlights one (`createChoicePrompt`). Free text that names no
 * record is completed if options begin with it; any other text stays as typed unless an arrow moves
 * to a suggestion. Escape closes the list and keeps the text. Null when there is nothing to open.
 */
export function suggestOptions(column: Column, typed: string, current: CellOption['value'] | null): OptionList | null {
  const all = column.options?.()
  if (!all) return null
  const query = typed.trim()
  if (!hasFixedOptions(column) && query === '') return null
  const options = rankSuggestions(all, query, identity).slice(0, maxShownOptions)
  if (!hasFixedOptions(column)) return suggestForFreeText(column, { all, options, query })
  if (column.optionCreator) {
    const highlighted = options.length === 0 && query !== '' ? 0 : findChosenIndex(options, query, current)
    return { options: [...options, buildCreateLine(column.optionCreator, options, query)], highlighted }
  }
  return { options, highlighted: findChosenIndex(options, query, current) }
}

/**
 * The list for a text typed on after a prompt. The letters may have been meant for the next cell,
 * so a text that matches nothing waits for a second press.
 */
export function continueOptions(before: OptionList | null, list: OptionList | null): OptionList | null {
  if (!list || (before?.matches === undefined && !before?.isTypedOn)) return list
  const isCreating = list.options[list.highlighted]?.createsName !== undefined
  return { ...list, highlighted: isCreating ? -1 : list.highlighted, isTypedOn: true }
}

function suggestForFreeText(
  { field, optionCreator }: Column,
  { all, options, query }: Record<'all' | 'options', readonly CellOption[]> & { query: string },
): OptionList | null {
  const newText = describeNewText(field, query, {
    knownTexts: all.map(({ label }) => label),
    noun: optionCreator?.noun,
  })
  const chosen = findMeantIndex(field, options, query)
  if (newText === null) {
    const isOnlyItself = options.length === 1 && options[0]?.label === query
    return options.length === 0 || isOnlyItself
      ? null
      : { options, highlighted: isCompleted(field, query) ? -1 : chosen }
  }
  const lines = optionCreator ? [...options, buildCreateLine(optionCreator, options, query)] : options
  if (chosen !== -1) {
    return isCompleted(field, query)
      ? { options: lines, highlighted: chosen, newText: keepTypedText }
      : { options: lines, highlighted: chosen }
  }
  const isCreating = optionCreator !== undefined && field.names !== undefined && options.length === 0
  return { options: lines, highlighted: isCreating ? 0 : -1, newText }
}

const keepTypedText = '입력한 대로 쓰려면 Esc를 누르세요.'

/** The option that a free text means; -1 when it stays as typed, or several may be meant. */
function findMeantIndex(field: Column['field'], options: readonly CellOption[], query: string): number {
  if (isInitials(query)) return findInitialsIndex(options, query)
  if (!isCompleted(field, query)) return findChosenIndex(options, query, null)
  const [match, other] = listCompletions(options, query, identity)
  return match && !other ? options.indexOf(match) : -1
}

/** Whether a free text is completed to an option, rather than the name of a record or 초성. */
function isCompleted({ names }: Column['field'], query: string): boolean {
  return names === undefined && !isInitials(query)
}

/** Whether a text is only consonants (초성): they find suggestions and are never meant as a value. */
function isInitials(text: string): boolean {
  return /^\s*[ㄱ-ㅎ][ㄱ-ㅎ\s]*$/.test(text)
}

/** The only option with exactly these initials, or the only one that matches them; otherwise -1. */
function findInitialsIndex(options: readonly CellOption[], query: string): number {
  const exactMatches = options.filter(({ label }) => toInitials(normalizeName(label)) === normalizeName(query))
  const [match] = exactMatches.length === 1 ? exactMatches : [findOnlyMatch(options, query, identity)]
  return match ? options.indexOf(match) : -1
}

/** No option matches the text; the line that creates a record may still be in the list. */
export function hasNoMatch(list: OptionList): boolean {
  return list.newText === undefined && !hasAnyOption(list)
}

/** Whether the list has a line besides the one that creates a record. */
export function hasAnyOption({ options }: OptionList): boolean {
  return options.some(({ createsName }) => createsName === undefined)
}

/** `새 사업구간 '가온 2단지' 만들기`; without the name when nothing was typed or a record already has it. */
function buildCreateLine({ noun }: OptionCreator, options: readonly CellOption[], query: string): CellOption {
  const name = options.some(({ label }) => label === query) ? '' : query
  return { value: '', label: name === '' ? `새 ${noun} 만들기` : `새 ${noun} '${name}' 만들기`, createsName: name }
}

function findChosenIndex(options: readonly CellOption[], query: string, current: CellOption['value'] | null): number {
  if (query === '') return options.findIndex((option) => option.value === current)
  const bestMatch = findOnlyMatch(options, query, identity)
  return bestMatch ? options.indexOf(bestMatch) : -1
}

/**
 * The list with its first line highlighted and the number of matches, for Enter or Tab after a text
 * that matches several records, or none since the user typed on. Null when the key has an option to
 * take, or there is nothing to choose.
 */
export function createChoicePrompt(column: Column, list: OptionList | null, typed: string): OptionList | null {
  const query = typed.trim()
  if (!list || list.highlighted !== -1 || query === '' || list.matches !== undefined) return null
  if (!hasFixedOptions(column) && isCompleted(column.field, query)) return createCompletionPrompt(list, query)
  const matches = list.options.filter(({ createsName }) => createsName === undefined).length
  const canCreate = list.isTypedOn === true && list.options.length > 0
  return matches === 0 && !canCreate ? null : { options: list.options, highlighted: 0, matches }
}

/** Asks about a free text that begins several options, or was typed on and begins none. */
function createCompletionPrompt({ options, newText, isTypedOn }: OptionList, query: string): OptionList | null {
  if (newText === undefined) return null
  const completions = listCompletions(options, query, identity)
  const [first] = completions
  if (!first) return isTypedOn ? { options, highlighted: -1, matches: 0, newText: stayTypedText } : null
  const prompt = { options, highlighted: options.indexOf(first), matches: completions.length }
  return { ...prompt, newText: `${describeMatches(prompt)} ${keepTypedText}` }
}

const stayTypedText = '한 번 더 누르면 입력한 대로 들어갑니다.'

/** Text with the number of matches after `createChoicePrompt`; otherwise null. */
export function describeMatches({ matches }: OptionList): string | null {
  if (matches === undefined) return null
  if (matches === 0) return '한 번 더 누르면 새로 만듭니다.'
  return `맞는 항목이 ${matches}건${matches === maxShownOptions ? ' 이상' : ''}입니다. 한 번 더 누르면 첫 항목이 들어갑니다.`
}

/** All suggestions for a free text, none highlighted; null when there are none. */
export function listSuggestions(column: Column): OptionList | null {
  const sampleOptions = column.options?.().slice(0, maxShownOptions) ?? []
  const options = column.optionCreator
    ? [...sampleOptions, buildCreateLine(column.optionCreator, sampleOptions, '')]
    : sampleOptions
  return options.length === 0 ? null : { options, highlighted: -1 }
}

/** The list with another line highlighted; stops at the ends. */
export function highlightOption(list: OptionList, by: number): OptionList {
  const { options } = list
  const highlighted = Math.max(0, Math.min(options.length - 1, list.highlighted + by))
  return options.length === 0 ? list : { options, highlighted }
}

function identity(option: CellOption): CellOption {
  return option
}
