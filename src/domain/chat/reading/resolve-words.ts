import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Filter } from '#contract/records/query.ts'
import { removeJobTitle } from '#domain/text/person-name.ts'
import { pickParticle } from '#domain/text/pick-particle.ts'
import { buildSearchText, compileSearch, matchesSearch, normalizeForSearch } from '#domain/text/search-text.ts'
import type { OfficeData } from '../knowledge.ts'
import { findFieldByPath } from '../record-filters.ts'
import { bookNouns, caseBooks } from './book-words.ts'
import { defaultFields, sectionPaths } from './default-fields.ts'
import { listPathValues } from './find-holders.ts'
import { isJobTitle } from './leftover-words.ts'
import { findNamesOfKind, type NameKind } from './name-kinds.ts'
import { countPlacedNumber, findLots, findPlace, maxValues } from './places.ts'
import type { BookQuery } from './read-for-book.ts'

export interface ResolvedWords {
  readonly filters: readonly Filter[]
  readonly search: string
  /** The filter made from a name without rank or field name; the name may also be an owner's. */
  readonly bareName: Filter | null
  /** The words that name a section of this book; such a name decides between books. */
  readonly sections: readonly string[]
  /** Conditions on further places, each of which is a question of its own: 해든구랑 나루구. */
  readonly otherPlaces?: readonly Filter[]
  /** Texts that their field holds in no record (소유자 홍길동), or that no field can hold. */
  readonly absent?: readonly { readonly path: string | null; readonly text: string }[]
  /** What the answer has to say about the words. */
  readonly notes?: readonly string[]
  /**
   * Where the words are, by the field that they are a value of; null for those that are searched.
   */
  readonly used?: readonly { readonly path: string | null; readonly at: number; readonly end: number }[]
}

/**
 * Turns the words of a question into filters of fields whose values contain them (a section, a
 * person); the other words are searched.
 */
export async function resolveWords(
  office: OfficeData,
  { collection, words, nameKind = null }: Pick<BookQuery, 'collection' | 'words'> & { nameKind?: NameKind | null },
): Promise<ResolvedWords> {
  if (words.length === 0 && nameKind === null) return { filters: [], search: '', bareName: null, sections: [] }
  const runs: Run[] = []
  for (let index = 0; index < words.length; index += runs.at(-1)?.length ?? 1)
    runs.push(await takeRun(office, { collection, words: words.slice(index) }))
  const { rank, note } = collection === 'managers' ? await readRank(office, words) : {}
  const kind = nameKind && (await findNamesOfKind(nameKind, collection, office))
  const placed = runs.flatMap(({ place }) => place ?? [])
  const filters = [
    ...runs.flatMap(({ filter }) => filter ?? []),
    ...(rank ? [rank] : []),
    ...(kind ? [kind.filter] : []),
  ]
  const fields = [...new Set(filters.map(({ field }) => field))]
  const merged = await Promise.all(
    fields.map(
      async (name) =>
        await matchAny(
          office,
          collection,
          filters.filter(({ field }) => field === name),
        ),
    ),
  )
  const ends = runs.map((_, index) => runs.slice(0, index + 1).reduce((sum, { length }) => sum + length, 0))
  return {
    filters: [...merged.flat(), ...placed.slice(0, 1)],
    otherPlaces: placed.slice(1),
    search: runs.flatMap(({ searched }) => searched ?? []).join(' '),
    bareName: runs.findLast(({ isBareName }) => isBareName)?.filter ?? null,
    sections: runs.flatMap(({ section }) => section ?? []),
    absent: [
      ...runs.flatMap(({ absent }) => absent ?? []),
      ...(nameKind && !kind?.count ? [{ path: kind?.filter.field ?? null, text: nameKind.words }] : []),
    ],
    notes: [
      ...runs.flatMap(({ notes = [] }) => notes),
      ...(note === undefined ? [] : [note]),
      ...(kind ? [kind.note] : []),
    ],
    used: runs.flatMap(({ length, filter, place, absent }, index) =>
      words.slice((ends[index] ?? 0) - length, ends[index]).map(({ at, typed }) => ({
        path: (filter ?? place)?.field ?? absent?.path ?? null,
        at,
        end: at + typed.length,
      })),
    ),
  }
}

/** Words that were read together, and what they are. */
interface Run {
  readonly length: number
  readonly filter?: Filter
  readonly place?: Filter
  readonly searched?: string
  readonly section?: string
  readonly isBareName?: boolean
  readonly absent?: { readonly path: string | null; readonly text: string }
  readonly notes?: readonly string[]
}

/** Reads as many of the first words as belong together. */
async function takeRun(
  office: OfficeData,
  { collection, words }: Pick<BookQuery, 'collection' | 'words'>,
): Promise<Run> {
  const { named: paths = [], person } = defaultFields[collection] ?? {}
  const [word] = words
  if (!word) return { length: 1 }
  const length = countPlacedNumber(words)
  if (length > 0) {
    const run = words.slice(0, length)
    const filter = (await findLots(office, collection, run)) ?? (await findPlace(office, collection, run))?.filter
    const searched = run.map(({ typed }) => typed.replace(/(?<=\d)(?:번지)?(?:은|는|이|가|의|에)?$/, '')).join(' ')
    return filter ? { length, filter } : { length, searched }
  }
  const place = await findPlace(office, collection, [word])
  if (place) return { length: 1, place: place.filter, notes: place.notes }
  const named = word.path ? await findNamedRun(office, { collection, path: word.path, words }) : null
  if (named?.filter) return { length: named.length, filter: named.filter }
  if (named) return { length: 1, absent: { path: word.path ?? '', text: word.word } }
  const known = await Promise.all(paths.map((path) => listPathValues(office, collection, path)))
  const run = findLongestRun(words, { collection, paths, known })
  if (!run && word.isExcluded) return await leaveOut(office, { collection, word: word.word })
  if (!run) return { length: 1, searched: word.word }
  const values = known[paths.indexOf(run.filter.field)] ?? []
  const taken = words.slice(0, run.length)
  if (taken.at(-1)?.isExcluded) return { length: run.length, filter: excludeValues(run.filter, values) }
  return {
    length: run.length,
    filter: findExactValue(run, words, values) ?? run.filter,
    ...(sectionPaths.has(run.filter.field) && { section: taken.map((part) => part.word).join(' ') }),
    // A company may be the depositor or an owner.
    isBareName: (run.filter.field === person || run.filter.field === 'deposit_name') && word.title === null,
  }
}

/** A word to leave out that is no value of a field: nothing, if no record has it. */
async function leaveOut(
  office: OfficeData,
  { collection, word }: { collection: CollectionName; word: string },
): Promise<Run> {
  const { count } = await office.sum(collection, { filters: [], search: word, sort: [] }, { sums: [], by: null })
  if (count > 0) return { length: 1, absent: { path: null, text: `${word} 제외` } }
  return {
    length: 1,
    notes: [
      `${bookNouns[collection] ?? getBook(collection).label}에는 ‘${word}’${pickParticle(word, '이/가')} 없습니다.`,
    ],
  }
}

/**
 * The rank after a contact's name as a condition. A contact with another rank is found by name,
 * and the note says which rank that is.
 */
async function readRank(
  office: OfficeData,
  words: BookQuery['words'],
): Promise<{ readonly rank?: Filter; readonly note?: string }> {
  const named = words.find(({ title }) => title !== null)
  const title = named?.title ?? null
  if (!named || title === null) return {}
  const { word } = named
  const people = await office.find(
    'managers',
    { filters: [{ op: 'contains', field: 'name', text: word }], search: '', sort: [] },
    { limit: maxValues, sums: [] },
  )
  const ranks = [...new Set(people.rows.map(({ record }) => String(record['position'] ?? '')))]
  if (ranks.some((rank) => rank.includes(title))) return { rank: { op: 'contains', field: 'position', text: title } }
  if (ranks.length === 0) return {}
  const onRecord = ranks.filter((rank) => rank !== '').map((rank) => `‘${rank}’`)
  const actual = onRecord.length === 0 ? '비어 있습니다' : `${onRecord.join(', ')}입니다`
  return { note: `관리자 ‘${word}’의 직책은 ${actual}. ‘${title}’${pickParticle(title, '은/는')} 빼고 찾았습니다.` }
}

/** The contacts of the sections that the words name (달빛천 정비 담당자 전화번호); null when they name none. */
export async function findSectionContacts(
  office: OfficeData,
  words: BookQuery['words'],
): Promise<ResolvedWords | null> {
  const ranks = await office.listValues('managers', 'position')
  // 차장 연락처: a rank, not a part of a section's name.
  if (words.every(({ word }) => ranks.includes(word))) return null
  for (const collection of ['projects', 'real-estate-groups'] as const) {
    if (!office.collections.has(collection)) continue
    // Their fields are those of the contacts.
    const unplaced = words.map((word) => ({ ...word, path: null }))
    const { filters, search, sections } = await resolveWords(office, { collection, words: unplaced })
    if (sections.length === 0) continue
    const query = { filters: [...filters], search: '', sort: [] }
    const { rows } = await office.find(collection, query, { limit: maxValues, sums: [] })
    const people = rows.map(({ record, names }) => removeJobTitle(names['manager'] ?? String(record['manager'] ?? '')))
    const values = [...new Set(people.filter((name) => name !== ''))]
    if (values.length > 0)
      return { filters: [{ op: 'one_of', field: 'name', values }], search, bareName: null, sections }
  }
  return null
}

/** Records whose value contains either name: 조새론이랑 윤새론. */
async function matchAny(
  office: OfficeData,
  collection: CollectionName,
  filters: readonly Filter[],
): Promise<readonly Filter[]> {
  const excluded = filters.filter(({ op }) => op === 'none_of')
  const included = filters.filter(({ op }) => op !== 'none_of')
  const [first] = included
  if (!first || new Set(included.map((filter) => JSON.stringify(filter))).size < 2)
    return [...(first ? [first] : []), ...excluded]
  const listed = included.flatMap((filter) =>
    filter.op === 'one_of' ? filter.values.map(String) : filter.op === 'equals' ? [String(filter.value)] : [],
  )
  const searches = included.flatMap((filter) => (filter.op === 'contains' ? [compileSearch(filter.text)] : []))
  const isPerson = findFieldByPath(collection, first.field)?.isPerson === true
  const known = (await listPathValues(office, collection, first.field)).filter(
    (value) => listed.includes(value) || searches.some((search) => matchesSearch(buildSearchText([value]), search)),
  )
  const values = [...new Set(isPerson ? known.map(removeJobTitle) : known)].toSorted()
  return [
    values.length === 0 ? first : { op: 'one_of', field: first.field, values: values.slice(0, maxValues) },
    ...excluded,
  ]
}

/** All values but those that the filter finds: 소유권이전 빼고. */
function excludeValues(filter: Filter, values: readonly string[]): Filter {
  const search = filter.op === 'contains' ? compileSearch(filter.text) : null
  const found =
    filter.op === 'one_of'
      ? filter.values
      : values.filter((value) => search !== null && matchesSearch(buildSearchText([value]), search))
  return { op: 'none_of', field: filter.field, values: [...found] }
}

/** 근저당권설정만: the value itself, and not the longer ones that contain it. */
function findExactValue(
  { filter: { field }, length }: { filter: Filter; length: number },
  words: BookQuery['words'],
  values: readonly string[],
): Filter | null {
  const run = words.slice(0, length)
  const last = run.at(-1)
  if (last?.typed !== `${last?.word}만`) return null
  const text = normalizeName(run.map(({ word }) => word).join(' '))
  const value = values.find((known) => normalizeName(known) === text)
  return value === undefined ? null : { op: 'equals', field, value }
}

/**
 * The longest run of words after a field's name that its values contain: 사업구간이 별빛 배수지 확장인. Without
 * a filter if no value holds the word; null if another field may hold it.
 */
async function findNamedRun(
  office: OfficeData,
  { collection, path, words }: { collection: CollectionName; path: string; words: BookQuery['words'] },
): Promise<{ filter: Filter | null; length: number } | null> {
  const { named = [], owner } = defaultFields[collection] ?? {}
  const isKnown = named.includes(path)
  const values = await listPathValues(office, collection, path)
  const next = words.findIndex((word, index) => index > 0 && word.path !== null)
  for (let length = isKnown ? (next < 0 ? words.length : next) : 0; length > 0; length -= 1)
    for (const text of listSpellings(words.slice(0, length))) {
      const filter = buildValueFilter(collection, { path, text, values })
      if (filter) return { filter, length }
    }
  const [first] = words
  const text = [first?.typed, first?.word, first?.word.replace(/(?<=..)인$/, '')].find(
    (spelling) => spelling !== undefined && isHeld(values, spelling),
  )
  if (text !== undefined) return { filter: { op: 'contains', field: path, text }, length: 1 }
  // 산업단지 구간, 해든은행 대표자: another field may contain it; but not 김가온 담당, who may handle nothing.
  const isRole = path === owner || findFieldByPath(collection, path)?.isPerson === true
  const names = named.includes('name') ? await listPathValues(office, collection, 'name') : []
  const isOther = first?.isBeforeField && (!isRole || !/^[가-힣]{2,4}$/.test(first.word) || isHeld(names, first.word))
  return isOther ? null : { filter: null, length: 1 }
}

function isHeld(values: readonly string[], text: string): boolean {
  const search = compileSearch(text)
  return values.some((value) => matchesSearch(buildSearchText([value]), search))
}

/** The longest run of words that the values of one field contain: 한강대교 제2공구. */
function findLongestRun(
  words: BookQuery['words'],
  {
    collection,
    paths,
    known,
  }: { collection: CollectionName; paths: readonly string[]; known: readonly (readonly string[])[] },
): { filter: Filter; length: number } | null {
  const nextNamed = words.findIndex(({ path }, index) => index > 0 && path !== null)
  const beforeNamed = nextNamed < 0 ? words.length : nextNamed + (words[nextNamed]?.isBeforeField ? 1 : 0)
  // 소유권이전이랑 근저당권설정: two values, not one that contains both.
  const joined = words.findIndex(({ word, typed }) => word !== typed && /(?:이랑|랑|하고|과|와|이나)$/.test(typed))
  const maxLength = joined < 0 ? beforeNamed : Math.min(beforeNamed, joined + 1)
  for (let length = maxLength; length > 0; length -= 1) {
    const candidates = listSpellings(words.slice(0, length)).flatMap((text) =>
      paths.map((path, index) => ({ text, path, values: known[index] ?? [] })),
    )
    for (const candidate of candidates) {
      const filter = buildValueFilter(collection, candidate)
      if (filter) return { filter, length }
    }
  }
  return null
}

/**
 * Spellings to try. A trailing particle may belong to the word, so the written form comes first.
 */
function listSpellings(run: BookQuery['words']): string[] {
  const typed = run.map((word) => word.typed)
  const last = run.at(-1)?.word ?? ''
  return [
    ...new Set(
      [
        typed,
        [...typed.slice(0, -1), last],
        run.map(({ word }) => word),
        [...typed.slice(0, -1), last.replace(/인$/, '')],
        // 주유비: the kind 주유.
        [...typed.slice(0, -1), last.replace(/(?<=..)(?:비|값)$/, '')],
      ].map((words) => words.join(' ')),
    ),
  ]
}

/**
 * A filter for the values that contain the text, ignoring dashes and blanks; null when none does.
 */
function buildValueFilter(
  collection: CollectionName,
  { path, text, values }: { path: string; text: string; values: readonly string[] },
): Filter | null {
  if (findFieldByPath(collection, path)?.isPerson === true) {
    // 차장 사건: of all who are.
    if (isJobTitle(text) && values.some((value) => value.endsWith(text))) return { op: 'contains', field: path, text }
    const isKnown = values.some((value) => removeJobTitle(value) === removeJobTitle(text))
    return isKnown ? { op: 'contains', field: path, text: removeJobTitle(text) } : null
  }
  // 지목이 답인: one letter is only a whole value.
  if (text.length === 1) return values.includes(text) ? { op: 'equals', field: path, value: text } : null
  const words = text.split(' ').map(normalizeName)
  // ㈜ and 주식회사 normalize to one letter, and a single letter identifies nothing.
  const matching =
    words.join('').length < 2 || words.includes('')
      ? []
      : values.filter((value) => words.every((word) => holdsName(value, word, kindFields.has(path))))
  if (matching.length === 0) return null
  const spelling = [text, findCommonPrefix(matching)].find((typed) => isUnambiguous(values, matching, typed))
  return spelling === undefined
    ? { op: 'one_of', field: path, values: matching.slice(0, maxValues) }
    : { op: 'contains', field: path, text: spelling }
}

/** Whether a search for this text finds exactly these values. */
function isUnambiguous(values: readonly string[], matching: readonly string[], text: string): boolean {
  const search = compileSearch(text)
  return (
    text !== '' && values.every((value) => matchesSearch(buildSearchText([value]), search) === matching.includes(value))
  )
}

/** The common prefix of all values: 제2공구 for 제2공구, 제2공구 2차. */
function findCommonPrefix([first = '', ...others]: readonly string[]): string {
  let length = first.length
  while (others.some((other) => !other.startsWith(first.slice(0, length)))) length -= 1
  return first.slice(0, length).trim()
}

export function normalizeName(text: string): string {
  return normalizeForSearch(text).replace(separators, '')
}

const separators = /[\s\-–—~·(),]/g

/**
 * Whether the value has the word, not only inside a longer one: 차장 is none of 주차장. Words of
 * three letters and kinds may end a longer one: 말소 in 근저당권말소.
 */
export function holdsName(value: string, word: string, isKind: boolean): boolean {
  const text = normalizeForSearch(value)
  const plain = text.replace(separators, '')
  if (!plain.includes(word)) return false
  if (!isJobTitle(word) && (isKind || word.length > 2 || /^\d/.test(word))) return true
  return text.split(/[\s\-–—~·(),\d]+/).some((part) => part.startsWith(word))
}

/** Values of these are kinds and no names. */
export const kindFields: ReadonlySet<string> = new Set(['purpose', 'group_id.type', 'type', 'status'])

/** The names that the case books know: sections, people, purposes. */
export async function listCaseNames(office: OfficeData): Promise<readonly string[]> {
  const known = await Promise.all(
    caseBooks
      .filter((book) => office.collections.has(book))
      .flatMap((book) =>
        (defaultFields[book]?.named ?? [])
          .filter((path) => path !== 'deposit_name')
          .map((path) => listPathValues(office, book, path)),
      ),
  )
  return known.flat()
}
