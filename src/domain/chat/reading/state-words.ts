import { bookOf, type CollectionName } from '#contract/books/collections.ts'
import type { Filter } from '#contract/query.ts'
import { caseStateFilters } from '../../case-state.ts'
import { isEmpty } from '../tools/record-question.ts'
import { blanked } from './blanked.ts'
import { loosely } from './field-words.ts'

/**
 * The states that a question names of a book's records (보류, 처리중, 승인 대기, 지연된, 안 끝난), as filters, and the question without them. `rest`: what is left of it, everything where it stood: words of a state may hold
 * what was taken for a field (새로 들어온).
 */
export function readStates(
  { question, rest: left }: { question: string; rest: string },
  collection: CollectionName,
  today: string,
): { filters: readonly Filter[]; rest: string } {
  for (const { pattern, filters } of ownWords[collection] ?? []) {
    const match = pattern.exec(question)
    if (match) return { filters: filters(today), rest: blanked(left, match.index, match[0].length) }
  }
  let rest = left
  const filters: Filter[] = []
  for (const field of bookOf(collection).fields) {
    const found: string[] = []
    for (const { value, label } of longestFirst(field.choices ?? [])) {
      const match = new RegExp(`${loosely(label)}\\s*(?:된|한|인|중인|하고 있는|상태)?`).exec(rest)
      if (!match || tooShort.has(label)) continue
      found.push(value)
      rest = blanked(rest, match.index, match[0].length)
    }
    const [only] = found
    if (only !== undefined && found.length === 1) filters.push({ op: 'equals', field: field.key, value: only })
    else if (only !== undefined) filters.push({ op: 'one_of', field: field.key, values: found })
  }
  return { filters, rest }
}

/** 기타 is said of anything, and 연차 of all leave. */
const tooShort = new Set(['기타', '연차'])

function longestFirst<Word extends { label: string }>(words: readonly Word[]): Word[] {
  return words.toSorted((a, b) => b.label.length - a.label.length)
}

type StateWords = { readonly pattern: RegExp; filters(today: string): readonly Filter[] }

const open = ['pending', 'surveying', 'appraising']

/** What has no label of its own, or is told by days (domain/case-state.ts). The longer ones first. */
const ownWords: Partial<Record<CollectionName, readonly StateWords[]>> = {
  'deposit-cases': [
    {
      pattern:
        /미완료(?:된|인)?|(?:안|아직)\s*(?:끝난|완료된|끝나지\s*않은)|끝나지\s*않은|완료\s*(?:되지|하지)\s*않은|미처리(?:된|인)?|완료\s*안\s*된|남은(?=\s*(?:사건|건|거|것|게|일))/,
      filters: () => [{ op: 'one_of', field: 'status', values: [...open, 'on_hold'] }],
    },
    {
      pattern: /진행\s*중(?:인)?/,
      filters: () => [{ op: 'one_of', field: 'status', values: open }],
    },
    { pattern: /감정\s*중(?:인)?/, filters: () => [{ op: 'equals', field: 'status', value: 'appraising' }] },
    { pattern: /(?:끝난|종결된?|마친)/, filters: () => [{ op: 'equals', field: 'status', value: 'completed' }] },
  ],
  'real-estate': [
    {
      pattern: /지연(?:된|되고\s*있는|인|\s*중인)?|(?:예정일을?|기한을?)?\s*(?:넘긴|놓친)/,
      filters: (today) => caseStateFilters('delayed', today),
    },
    {
      pattern:
        /미완료(?:된|인)?|(?:안|아직)\s*(?:끝난|완료된)|끝나지\s*않은|완료\s*(?:되지|하지)\s*않은|완료\s*안\s*된|남은(?=\s*(?:사건|건|거|것|게|일))/,
      filters: () => [isEmpty('registrated_at')],
    },
    { pattern: /진행\s*중(?:인)?/, filters: (today) => caseStateFilters('in_progress', today) },
    {
      pattern: /완료(?!율)(?:된|한|인)?|(?:끝난|종결된?|마친)/,
      filters: (today) => caseStateFilters('completed', today),
    },
    { pattern: /대기\s*(?:중인|인)?/, filters: () => [...notFiled] },
  ],
  inquiries: [
    {
      pattern: /새로\s*(?:온|들어온)|미확인|안\s*읽은|새(?=\s|$)|답변?\s*안\s*한/,
      filters: () => [{ op: 'equals', field: 'state', value: 'new' }],
    },
    {
      pattern: /미처리(?:된|인)?|처리\s*(?:안\s*된|(?:되|하)지\s*(?:않은|못한))|안\s*끝난|미완료(?:된|인)?/,
      filters: () => [{ op: 'one_of', field: 'state', values: ['new', 'in_progress'] }],
    },
  ],
  'leave-requests': [
    {
      pattern: /승인\s*(?:대기|안\s*된|전)(?:\s*중)?(?:인)?|결재\s*대기|미승인(?:된|인)?/,
      filters: () => [{ op: 'equals', field: 'state', value: 'pending' }],
    },
  ],
}

const notFiled = [isEmpty('created_at'), isEmpty('registrated_at')]
