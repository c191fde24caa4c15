import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import type { Filter } from '#contract/records/query.ts'
import { createCaseStateFilters } from '#domain/real-estate/case-state.ts'
import { filterEmpty } from '../tools/record-question.ts'
import { blankOut } from './book-words.ts'
import { buildFlexiblePattern } from './field-words.ts'

/**
 * Filters for the states a question names (보류, 처리중, 승인 대기, 지연된, 안 끝난), and the question without
 * them. `rest`: the unread part of the question with positions kept. Matches the whole question,
 * because words of a state may have been read as a field (새로 들어온).
 */
export function readStates(
  input: { question: string; rest: string },
  collection: CollectionName,
  today: string,
): { filters: readonly Filter[]; rest: string } {
  const withoutExclusions = readExclusions(input, collection)
  const read = readIncluded(withoutExclusions, collection, today)
  return { filters: applyExclusions(read.filters, withoutExclusions.filters), rest: read.rest }
}

/** 취소 빼고 안 끝난: removes excluded states from the named ones. */
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

const exclusionSuffix = String.raw`(?:(?:\s*(?:이나|나|와|과|랑|,))?\s*[가-힣]{2,5})??(?:\s*(?:은|는|를|을))?\s*(?:빼고|뺀|제외(?:하고|한)?|말고|(?:(?:이|가)\s*)?아닌)`

/** 취소 빼고, 보류나 취소 제외: all states but these. */
function readExclusions({ question, rest }: { question: string; rest: string }, collection: CollectionName) {
  const filters: Filter[] = []
  let withoutExclusions = { question, rest }
  const { fields }: { fields: readonly Field[] } = getBook(collection)
  for (const { key, choices = [] } of fields) {
    const excluded = longestFirst(choices).filter(({ label }) => {
      const match = new RegExp(`${buildFlexiblePattern(label)}(?=${exclusionSuffix})`).exec(question)
      if (match)
        withoutExclusions = {
          question: blankOut(withoutExclusions.question, match.index, match[0].length),
          rest: blankOut(withoutExclusions.rest, match.index, match[0].length),
        }
      return match !== null
    })
    const remaining = choices.filter((choice) => !excluded.includes(choice)).map(({ value }) => value)
    if (excluded.length > 0) filters.push({ op: 'one_of', field: key, values: [null, ...remaining] })
  }
  return { ...withoutExclusions, filters }
}

function readIncluded(
  { question, rest: withoutExclusions }: { question: string; rest: string },
  collection: CollectionName,
  today: string,
): { filters: readonly Filter[]; rest: string } {
  for (const { pattern, createFilters } of specialStates[collection] ?? []) {
    const match = pattern.exec(question)
    if (match) return { filters: createFilters(today), rest: blankOut(withoutExclusions, match.index, match[0].length) }
  }
  let rest = withoutExclusions
  const filters: Filter[] = []
  for (const field of getBook(collection).fields) {
    const found: string[] = []
    for (const { value, label } of longestFirst(field.choices ?? [])) {
      const match = new RegExp(`${buildFlexiblePattern(label)}\\s*(?:된|한|인|중인|하고 있는|상태)?`).exec(rest)
      if (!match || ambiguousLabels.has(label)) continue
      found.push(value)
      rest = blankOut(rest, match.index, match[0].length)
    }
    const [only] = found
    if (only !== undefined && found.length === 1) filters.push({ op: 'equals', field: field.key, value: only })
    else if (only !== undefined) filters.push({ op: 'one_of', field: field.key, values: found })
  }
  return { filters, rest }
}

/** Too ambiguous: 기타 is said of anything, and 연차 of all leave. */
const ambiguousLabels = new Set(['기타', '연차'])

function longestFirst<Word extends { label: string }>(words: readonly Word[]): Word[] {
  return words.toSorted((a, b) => b.label.length - a.label.length)
}

interface StateWords {
  readonly pattern: RegExp
  createFilters(today: string): readonly Filter[]
}

const openStates = ['pending', 'surveying', 'appraising']

/**
 * States without a label, or derived from days (real-estate/case-state.ts). Longer patterns first.
 */
const specialStates: Partial<Record<CollectionName, readonly StateWords[]>> = {
  'deposit-cases': [
    {
      pattern:
        /미완료(?:된|인)?|(?:안|아직)\s*(?:끝난|완료된|끝나지\s*않은)|끝나지\s*않은|완료[가는도]?\s*(?:되지|하지)\s*않은|미처리(?:된|인)?|완료[가는도]?\s*안\s*된|(?<!미수금?[이은]?\s?)남은(?=\s*(?:사건|건|거|것|게|일))/,
      createFilters: () => [{ op: 'one_of', field: 'status', values: [...openStates, 'on_hold'] }],
    },
    {
      pattern: /진행\s*중(?:인)?/,
      createFilters: () => [{ op: 'one_of', field: 'status', values: openStates }],
    },
    {
      pattern: /감정\s*(?:중(?:인)?|평가(?:가|는|를)?\s*진행)/,
      createFilters: () => [{ op: 'equals', field: 'status', value: 'appraising' }],
    },
    {
      pattern: /(?<!(?:접수|청구|발송|입금|발행)[은는이가을를]?\s?)(?:끝난|종결된?|마친)/,
      createFilters: () => [{ op: 'equals', field: 'status', value: 'completed' }],
    },
  ],
  'real-estate': [
    {
      pattern: /지연(?:된|되고\s*있는|인|\s*중인)?|(?:(?:예정일을?|기한을?)\s*)?(?:넘긴|놓친)/,
      createFilters: (today) => createCaseStateFilters('delayed', today),
    },
    {
      pattern:
        /미완료(?:된|인)?|(?:안|아직)\s*(?:끝난|완료된)|끝나지\s*않은|완료[가는도]?\s*(?:되지|하지)\s*않은|완료[가는도]?\s*안\s*된|(?<!미수금?[이은]?\s?)남은(?=\s*(?:사건|건|거|것|게|일))/,
      createFilters: () => [filterEmpty('registrated_at')],
    },
    { pattern: /진행\s*중(?:인)?/, createFilters: (today) => createCaseStateFilters('in_progress', today) },
    {
      pattern: /완료(?!율)(?:된|한|인)?|(?<!(?:접수|청구|발송|입금|발행)[은는이가을를]?\s?)(?:끝난|종결된?|마친)/,
      createFilters: (today) => createCaseStateFilters('completed', today),
    },
    { pattern: /대기\s*(?:중인|인)?/, createFilters: () => [...notFiledFilters] },
  ],
  inquiries: [
    {
      pattern: /미처리(?:된|인)?|처리\s*(?:안\s*된|(?:되|하)지\s*(?:않은|못한))|안\s*끝난|미완료(?:된|인)?/,
      createFilters: () => [{ op: 'one_of', field: 'state', values: ['new', 'in_progress'] }],
    },
    {
      pattern: /새로\s*(?:온|들어온)|미확인|안\s*읽은|새(?=\s|$)|답변?\s*안\s*한/,
      createFilters: () => [{ op: 'equals', field: 'state', value: 'new' }],
    },
  ],
  'leave-requests': [
    {
      pattern: /승인\s*(?:대기|안\s*된|전)(?:\s*중)?(?:인)?|결재\s*대기|미승인(?:된|인)?/,
      createFilters: () => [{ op: 'equals', field: 'state', value: 'pending' }],
    },
  ],
}

const notFiledFilters = [filterEmpty('created_at'), filterEmpty('registrated_at')]
