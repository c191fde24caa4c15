import type { CollectionName } from '#contract/books/collections.ts'
import { listReferences } from '#contract/books/references.ts'
import { shownRows } from '#contract/chat/answer.ts'
import type { Filter } from '#contract/records/query.ts'
import { removeJobTitle } from '#domain/text/person-name.ts'
import { pickParticle } from '#domain/text/pick-particle.ts'
import type { OfficeData } from './knowledge.ts'
import { countRecords, type PlannedCall, type ReducedCall, resolveCollection, toFind, toSum } from './planned-calls.ts'
import { defaultFields } from './reading/default-fields.ts'
import { findFieldsOf, isContactWord, isFieldWord, readBareWord } from './reading/read-bare-field.ts'
import { findFieldByPath } from './record-filters.ts'
import { getReadableLabel } from './tools/format-answer.ts'
import { toQuery } from './tools/record-question.ts'
import { readReferred } from './tools/record-tools.ts'

/**
 * The calls of an answer as a follow-up changes them, or what it says that they can't take up: as a
 * sentence, or as calls with a gap (`isRefused`).
 */
export type ContinuedCalls =
  | { readonly calls: readonly ReducedCall[]; readonly isRefused?: boolean }
  | { readonly gap: string }

/** Shows a field that is all that a follow-up names: 연락처는, 취득세 얼마야, 담당자 연락처. */
export async function showField(
  text: string,
  calls: readonly ReducedCall[],
  office: OfficeData,
): Promise<ContinuedCalls | null> {
  const words = readBareWord(text)
  const word = words.find(
    (spelling) =>
      isFieldWord(spelling) || calls.some(({ call }) => findFieldsOf(resolveCollection(call), spelling).length > 0),
  )
  if (word === undefined) return await showFieldOfRole(text, calls, office)
  const own = calls.flatMap((reduced) => {
    const paths = findFieldsOf(resolveCollection(reduced.call), word)
    return paths.length > 0 ? [{ reduced, paths }] : []
  })
  if (own.length > 0) {
    const shown = await Promise.all(
      own.map(async ({ reduced, paths }) => ({ ...reduced, call: await showPaths(reduced.call, paths, office) })),
    )
    return { calls: shown }
  }
  return await showReferred({ word }, calls, office)
}

/** 담당자 연락처: a field of the record or person that a field of these names. */
async function showFieldOfRole(
  text: string,
  calls: readonly ReducedCall[],
  office: OfficeData,
): Promise<ContinuedCalls | null> {
  const [, role = '', rest = ''] = /^([가-힣]{2,8}?)의? (\S.*)$/.exec(text) ?? []
  const word = readBareWord(rest).find(isFieldWord)
  return word === undefined ? null : await showReferred({ word, role }, calls, office)
}

/** A field of other books only is no reason to list one of them. */
export function explainMissingField(text: string, calls: readonly ReducedCall[]): ContinuedCalls | null {
  const word = readBareWord(text).find(isFieldWord)
  if (word === undefined || independentWords.test(word)) return null
  const books = [...new Set(calls.map(({ call }) => getReadableLabel(resolveCollection(call))))].join(', ')
  return {
    gap: `${books}에는 ‘${word}’${pickParticle(word, '이/가')} 없습니다. 어느 장부의 누구 또는 무엇의 것인지 함께 적어 주세요.`,
  }
}

/** Fields that are also questions of their own. */
const independentWords = /^(?:미수금?|잔액|연차|휴가|상태|구분|이름)$/

async function showPaths(call: PlannedCall, paths: readonly string[], office: OfficeData): Promise<PlannedCall> {
  if (call.tool === 'card_totals') {
    const by = paths.includes('pay') ? null : paths.includes('store_name') ? 'store' : 'use'
    return { ...call, input: { ...call.input, by } }
  }
  const collection = resolveCollection(call)
  const isWon = paths.every((path) => findFieldByPath(collection, path)?.kind === 'won')
  const count = await countRecords(call, office)
  if (isWon && call.tool === 'sum_records' && (call.input.by !== null || call.input.average))
    return { ...call, input: { ...call.input, sums: [...paths] } }
  if (isWon && count > shownRows) return toSum(call, { sums: paths, average: false })
  return toFind(call, isWon ? { sums: paths } : { show: paths })
}

const maxPeople = 5
const maxRows = 500

/**
 * The field of the records that these refer to, or of the same section in the other book: the
 * telephone number of the manager of a case.
 */
async function showReferred(
  { word, role = '' }: { readonly word: string; readonly role?: string },
  calls: readonly ReducedCall[],
  office: OfficeData,
): Promise<ContinuedCalls | null> {
  const targets = calls.flatMap(({ call }) =>
    listTargets(call, word)
      .map((target) => ({ call, ...target }))
      .filter(({ path }) => findFieldByPath(resolveCollection(call), path)?.label.includes(role)),
  )
  // Of the cases by manager and by owner, those of the manager.
  const named = targets.filter(({ call, path }) => call.input.filters.some(({ field }) => field === path))
  for (const target of named.length > 0 ? named : targets) {
    const shown = office.collections.has(target.book) ? await showTarget(word, target, office) : null
    if (shown) return shown
  }
  return null
}

async function showTarget(
  word: string,
  { call, path, book, labelKey, paths }: Target & { readonly call: PlannedCall },
  office: OfficeData,
): Promise<ContinuedCalls | null> {
  const collection = resolveCollection(call)
  const input = { sort: [], ...call.input, collection }
  const found = await office.find(collection, toQuery(input), { limit: maxRows, sums: [] })
  const rows = await readReferred(office, collection, { paths: [path], rows: found.rows })
  const isPerson = book === 'managers'
  const values = rows.map(({ record, names }) => names[path] ?? String(record[path] ?? ''))
  const names = [...new Set(values.map((name) => (isPerson ? removeJobTitle(name) : name)))].filter(
    (name) => name !== '',
  )
  const label = findFieldByPath(collection, path)?.label ?? ''
  if (names.length === 0) return null
  if (names.length > maxPeople)
    return {
      gap: `${label}${pickParticle(label, '이/가')} ${names.length}명입니다. 누구의 ‘${word}’인지 이름을 함께 적어 주세요.`,
    }
  const note = `‘${word}’${pickParticle(word, '은/는')} ${getReadableLabel(collection)}에 없어 그 ${label}의 것으로 답합니다.`
  const createCall = (notes: readonly string[], position: readonly Filter[]): PlannedCall => {
    const filters: Filter[] = [{ op: 'one_of', field: labelKey, values: names }, ...position]
    const query = { collection: book, filters, search: '', sort: [], limit: 10, show: [...paths], sums: [] }
    return { tool: 'find_records', notes: [note, ...notes], input: query }
  }
  // 임여울 차장, of the three people of that name.
  const [person = '', rank] = isPerson && new Set(values).size === 1 ? (/^\S+ (\S+)$/.exec(values[0] ?? '') ?? []) : []
  const ranked = rank === undefined ? null : createCall([], [{ op: 'contains', field: 'position', text: rank }])
  if (ranked && (await countRecords(ranked, office)) > 0) return { calls: [{ call: ranked, dropped: '' }] }
  const others = ranked ? [`‘${person}’${pickParticle(person, '은/는')} 없어 이름이 같은 분을 찾았습니다.`] : []
  const named = createCall(others, [])
  if ((await countRecords(named, office)) > 0) return { calls: [{ call: named, dropped: '' }] }
  const unknown = names.map((name) => `‘${name}’`).join(', ')
  return {
    gap: `${label} ${unknown}${pickParticle(names.at(-1) ?? '', '이/가')} ${getReadableLabel(book)}에 없어 ‘${word}’${pickParticle(word, '을/를')} 알 수 없습니다.`,
  }
}

/** The records that a field of these refers to, and their fields that are asked for. */
interface Target {
  readonly path: string
  readonly book: CollectionName
  readonly labelKey: string
  readonly paths: readonly string[]
}

function listTargets(call: PlannedCall, word: string): readonly Target[] {
  if (call.tool === 'card_totals') return []
  const collection = resolveCollection(call)
  const { person } = defaultFields[collection] ?? {}
  const referred = listReferences(collection).flatMap(({ key, to, labelKey }): Target[] => {
    const paths = isContactWord(word) && to !== 'managers' ? [] : findFieldsOf(to, word)
    return paths.length > 0 && labelKey ? [{ path: key, book: to, labelKey, paths }] : []
  })
  const isManaged = isContactWord(word) && person !== undefined && managed.has(collection)
  const own = isManaged
    ? [{ path: person, book: 'managers' as const, labelKey: 'name', paths: findFieldsOf('managers', word) }]
    : []
  const sibling = siblings[collection]
  const paths = sibling === undefined ? [] : findFieldsOf(sibling, word)
  const ofSibling =
    sibling === undefined || paths.length === 0 ? [] : [{ path: 'name', book: sibling, labelKey: 'name', paths }]
  return [...ofSibling, ...referred, ...own]
}

/** Books about the same sections. */
const siblings: Partial<Record<CollectionName, CollectionName>> = {
  projects: 'real-estate-groups',
  'real-estate-groups': 'projects',
}

/** Books whose person is one of the contacts. */
const managed: ReadonlySet<CollectionName> = new Set(['deposit-cases', 'real-estate', 'real-estate-groups'])
