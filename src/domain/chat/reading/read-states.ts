import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import type { Filter } from '#contract/records/query.ts'
import { createAnyDayFilter } from '../record-filters.ts'
import { blankOut } from './blank-out.ts'
import { buildFlexiblePattern } from './field-words.ts'
import { ambiguousLabels, specialStates, stateSynonyms } from './state-words.ts'

/**
 * Filters for the states a question names (보류, 처리중, 승인 대기, 지연된, 안 끝난), and the question without
 * them. `text`: the whole question, because words of a state may have been read as a field (새로
 * 들어온); `rest`: its unread part, with positions kept.
 */
export function readStates(
  input: { text: string; rest: string },
  collection: CollectionName,
  today: string,
): { filters: readonly Filter[]; rest: string; unsupported: readonly string[] } {
  const { unsupported, ...withoutExclusions } = readExclusions(input, collection, today)
  const read = readIncluded(withoutExclusions, collection, today)
  return { filters: applyExclusions(read.filters, withoutExclusions.filters), rest: read.rest, unsupported }
}

/** Removes excluded states from the named ones: 취소 빼고 안 끝난. */
function applyExclusions(named: readonly Filter[], remaining: readonly Filter[]): Filter[] {
  const isAllowed = (value: unknown, field: string) =>
    remaining.every(
      (filter) =>
        filter.op !== 'one_of' || filter.field !== field || filter.values.some((accepted) => accepted === value),
    )
  const narrowed = named.map((filter) =>
    filter.op === 'one_of'
      ? { ...filter, values: filter.values.filter((value) => isAllowed(value, filter.field)) }
      : filter,
  )
  return [...remaining.filter(({ field }) => !named.some((filter) => filter.field === field)), ...narrowed]
}

const exclusionSuffix = String.raw`(?:\s?(?:인|된|한))?(?:\s?(?:거|것|건|사건)(?:들)?)?(?:\s*(?:(?:이나|나|와|과|랑|,)\s*[가-힣]{2,5}|(?:대기|조사|감정|보류|취소|완료|진행|지연|승인|반려)중?))??(?:\s*(?:은|는|를|을))?\s*(?:빼고|뺀|제외(?:하고|한)?|말고|(?:(?:이|가)\s*)?아닌)`

/** All states but these: 취소 빼고, 보류나 취소 제외, 완료 말고 of what is completed on a day. */
function readExclusions(
  { text, rest }: { text: string; rest: string },
  collection: CollectionName,
  today: string,
): { text: string; rest: string; filters: readonly Filter[]; unsupported: readonly string[] } {
  const filters: Filter[] = []
  let withoutExclusions = { text, rest }
  const { fields }: { fields: readonly Field[] } = getBook(collection)
  for (const { key, choices = [] } of fields) {
    const excluded = longestFirst(choices).filter(({ label }) => {
      const match = new RegExp(`${buildFlexiblePattern(label)}(?=${exclusionSuffix})`).exec(text)
      if (match)
        withoutExclusions = {
          text: blankOut(withoutExclusions.text, match.index, match[0].length),
          rest: blankOut(withoutExclusions.rest, match.index, match[0].length),
        }
      return match !== null
    })
    const remaining = choices.filter((choice) => !excluded.includes(choice)).map(({ value }) => value)
    if (excluded.length > 0) filters.push({ op: 'one_of', field: key, values: [null, ...remaining] })
  }
  const unsupported: string[] = []
  for (const { pattern, createFilters } of specialStates[collection] ?? []) {
    const match = new RegExp(`(?:${pattern.source})(?=${exclusionSuffix})`).exec(withoutExclusions.text)
    if (!match) continue
    withoutExclusions = {
      text: blankOut(withoutExclusions.text, match.index, match[0].length),
      rest: blankOut(withoutExclusions.rest, match.index, match[0].length),
    }
    const opposite = negateFilters(createFilters(today), fields)
    if (opposite) filters.push(opposite)
    else unsupported.push(`${match[0].trim()} 제외`)
  }
  return { ...withoutExclusions, filters, unsupported }
}

/** The filter that all other records meet; null if no single one says so. */
function negateFilters([only, second]: readonly Filter[], fields: readonly Field[]): Filter | null {
  if (!only || second) return null
  const { field } = only
  if (only.op === 'between') return only.to === null ? { op: 'equals', field, value: null } : null
  if (only.op === 'equals' && only.value === null) return createAnyDayFilter(field)
  if (only.op !== 'equals' && only.op !== 'one_of') return null
  const excluded: readonly unknown[] = only.op === 'equals' ? [only.value] : only.values
  const choices = fields.find(({ key }) => key === field)?.choices ?? []
  const values = [null, ...choices.map(({ value }) => value)].filter((value) => !excluded.includes(value))
  return { op: 'one_of', field, values }
}

function readIncluded(
  { text, rest: withoutExclusions }: { text: string; rest: string },
  collection: CollectionName,
  today: string,
): { filters: readonly Filter[]; rest: string } {
  let rest = withoutExclusions
  let special: readonly Filter[] = []
  for (const { pattern, createFilters } of specialStates[collection] ?? []) {
    const match = pattern.exec(text)
    if (!match) continue
    special = createFilters(today)
    rest = blankOut(rest, match.index, match[0].length)
    break
  }
  const filters = [...special]
  const all: readonly Field[] = getBook(collection).fields
  // 승인 대기중인 연차: the kind of leave, too.
  const fields = all.filter(({ key }) => !special.some(({ field }) => field === key))
  for (const field of fields) {
    const named = findSiblings(fields, field).find(({ label }) => qualifiers(label).test(text))
    if (named && named !== field) continue
    // 근저당 처리중: the state of the mortgage, and no purpose.
    if (named) rest = rest.replace(qualifiers(field.label), (words) => ' '.repeat(words.length))
    const found: string[] = []
    for (const { value, label } of longestFirst(field.choices ?? [])) {
      if (ambiguousLabels.has(label)) continue
      const without = rest.replace(buildStatePattern(label), (words) => ' '.repeat(words.length))
      if (without !== rest) found.push(value)
      rest = without
    }
    const [only] = found
    if (only !== undefined && found.length === 1) filters.push({ op: 'equals', field: field.key, value: only })
    else if (only !== undefined) filters.push({ op: 'one_of', field: field.key, values: found })
  }
  return { filters, rest }
}

/** The fields that have the same states: 이전 처리상태, 설정 처리상태. */
function findSiblings(fields: readonly Field[], { choices = [] }: Field): readonly Field[] {
  const labels = JSON.stringify(choices.map(({ label }) => label))
  const siblings = fields.filter((other) => JSON.stringify(other.choices?.map(({ label }) => label)) === labels)
  return siblings.length > 1 ? siblings : []
}

/** What says which of several fields has a state, next to the state. */
function qualifiers(label: string): RegExp {
  return label.startsWith('설정') ? mortgageBefore : label.startsWith('이전') ? transferBefore : /$^/
}

const mortgageBefore = /(?:근저당권?(?: ?설정)?|설정)(?:등기)?[은는이가의]?(?= ?(?:처리|완료|진행|신청|대기))/
const transferBefore = /(?:소유권 ?)?이전(?:등기)?[은는이가의]?(?= ?(?:처리|완료|진행|신청|대기))/

/** The label with its ending, or the work that it names: 조사중인, 조사 들어간. */
function buildStatePattern(label: string): RegExp {
  const plain = String.raw`${buildFlexiblePattern(label)}\s*(?:된|한|인|중인|하고 있는|상태|이?야(?=\s|$))?`
  const work = /^(.{2,})중$/.exec(label)?.[1]
  const begun = String.raw`(?:이|가|은|는|을|를|에)?\s*(?:들어[간갔]|나[간갔]|하는|하고\s*있|진행|단계)[가-힣]*`
  const others = (stateSynonyms[label] ?? []).map((word) => `|${buildFlexiblePattern(word)}(?:된|한|인)?`).join('')
  return new RegExp(`${plain}${work === undefined ? '' : `|${buildFlexiblePattern(work)}${begun}`}${others}`, 'g')
}

function longestFirst<Word extends { label: string }>(words: readonly Word[]): Word[] {
  return words.toSorted((a, b) => b.label.length - a.label.length)
}
