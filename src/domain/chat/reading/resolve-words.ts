import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { parseFieldPath } from '#contract/books/references.ts'
import type { Filter } from '#contract/records/query.ts'
import { removeJobTitle } from '#domain/text/person-name.ts'
import { pickParticle } from '#domain/text/pick-particle.ts'
import { buildSearchText, compileSearch, matchesSearch, normalizeForSearch } from '#domain/text/search-text.ts'
import type { OfficeData } from '../knowledge.ts'
import { findFieldByPath } from '../record-filters.ts'
import { caseBooks } from './book-words.ts'
import { defaultFields } from './default-fields.ts'
import type { BookQuery } from './read-for-book.ts'

export interface ResolvedWords {
  readonly filters: readonly Filter[]
  readonly search: string
  /** The filter made from a name without rank or field name; the name may also be an owner's. */
  readonly bareName: Filter | null
  /** The words that name a section of this book; such a name decides between books. */
  readonly sections: readonly string[]
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
  { collection, words }: Pick<BookQuery, 'collection' | 'words'>,
): Promise<ResolvedWords> {
  if (words.length === 0) return { filters: [], search: '', bareName: null, sections: [] }
  const { named: paths = [], person } = defaultFields[collection] ?? {}
  const known = await Promise.all(paths.map((path) => listKnownValues(office, collection, path)))
  const filters: Filter[] = []
  const searched: string[] = []
  const sections: string[] = []
  const used: { path: string | null; at: number; end: number }[] = []
  const mark = (path: string | null, run: BookQuery['words']) =>
    used.push(...run.map(({ at, typed }) => ({ path, at, end: at + typed.length })))
  let bareName: Filter | null = null
  for (let index = 0; index < words.length;) {
    const word = words[index]
    const placed = countPlacedNumber(words.slice(index))
    if (placed > 0) {
      const run = words.slice(index, index + placed)
      const lots = await findLots(office, collection, run)
      if (lots) filters.push(lots)
      else searched.push(...run.map(({ typed }) => typed.replace(/(?<=\d)(?:번지)?(?:은|는|이|가|의|에)?$/, '')))
      mark(lots?.field ?? null, run)
      index += placed
      continue
    }
    const named = word?.path
      ? await findNamedRun(office, { collection, path: word.path, words: words.slice(index) })
      : null
    if (named) {
      filters.push(named.filter)
      mark(named.filter.field, words.slice(index, index + named.length))
      index += named.length
      continue
    }
    const run = findLongestRun(words.slice(index), { collection, paths, known })
    const excluded = run && words[index + run.length - 1]?.isExcluded === true
    const values = run ? (known[paths.indexOf(run.filter.field)] ?? []) : []
    if (run && excluded) filters.push(excludeValues(run.filter, values))
    else if (run) {
      filters.push(findExactValue(run, words.slice(index), values) ?? run.filter)
      if (sectionPaths.has(run.filter.field))
        sections.push(
          words
            .slice(index, index + run.length)
            .map((part) => part.word)
            .join(' '),
        )
      // A company may be the depositor or an owner.
      if ((run.filter.field === person || run.filter.field === 'deposit_name') && word?.title === null)
        bareName = run.filter
    } else if (word) searched.push(word.word)
    mark(run?.filter.field ?? null, words.slice(index, index + (run?.length ?? 1)))
    index += run?.length ?? 1
  }
  const { rank, note } = collection === 'managers' ? await readRank(office, words) : {}
  if (rank) filters.push(rank)
  const fields = [...new Set(filters.map(({ field }) => field))]
  const merged = await Promise.all(
    fields.map((field) =>
      matchAny(
        office,
        collection,
        filters.filter((filter) => filter.field === field),
      ),
    ),
  )
  return {
    filters: merged.flat(),
    search: searched.join(' '),
    bareName,
    sections,
    used,
    ...(note !== undefined && { notes: [note] }),
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

/**
 * Counts the words of an address (솔빛시 해든구 별빛동, 달빛동 559-32), in which a place is no region or
 * section of that name.
 */
function countPlacedNumber(words: BookQuery['words']): number {
  const next = words.findIndex(
    ({ typed, word, path }) => path !== null || !(placeName.test(typed) || placeName.test(word)),
  )
  const count = next < 0 ? words.length : next
  if (count > 0 && words[count]?.path === null && lotNumber.test(words[count].typed)) return count + 1
  return count > 1 && /[시군구]$/.test(words[0]?.typed ?? '') ? count : 0
}

/**
 * The lots with a number in a place, as a condition: of 달빛동 313번지 those numbered 313 there, not
 * 931-31. Null if the words name no number, or the book has no such field.
 */
async function findLots(
  office: OfficeData,
  collection: CollectionName,
  words: BookQuery['words'],
): Promise<Filter | null> {
  const { fields }: { fields: readonly Field[] } = getBook(collection)
  const field = fields.find(({ isLotNumber }) => isLotNumber)?.key
  const [, mountain = '', lot] = /^(산?)(\d+(?:[-–]\d+)?)/.exec(words.at(-1)?.typed ?? '') ?? []
  const places = words.slice(0, -1).filter(({ typed }) => typed !== '산')
  const place = places.at(-1)?.typed
  if (field === undefined || lot === undefined || place === undefined || !/[동리]$/.test(place)) return null
  const isMountain = mountain !== '' || places.length < words.length - 1
  const others = places.slice(0, -1).map(({ typed }) => typed)
  const isLot = (value: string) =>
    value
      .split(place)
      .slice(1)
      .some((after) => {
        const [, hill, main = '', sub = ''] = /^ ?(산 ?)?(\d{1,6})(-\d{1,6})?/.exec(after) ?? []
        return (hill !== undefined) === isMountain && [main, main + sub].includes(lot.replace('–', '-'))
      })
  const values = (await listKnownValues(office, collection, field)).filter(
    (value) => isLot(value) && others.every((other) => value.includes(other)),
  )
  const asked = words.map(({ typed, word }) => (lotNumber.test(typed) ? typed : word)).join(' ')
  return { op: 'one_of', field, values: values.length === 0 ? [asked] : values.slice(0, maxValues) }
}

const lotNumber = /^(?:산)?\d+(?:[-–]\d+)?(?:번지)?(?:은|는|이|가|의|에)?$/
const placeName = /^[가-힣\d]+(?:시|군|구|읍|면|동|리|가|로|길)$|^산$/

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
    if (filters.length === 0) continue
    const query = { filters: [...filters], search: '', sort: [] }
    const { rows } = await office.find(collection, query, { limit: maxValues, sums: [] })
    const people = rows.map(({ record, names }) => removeJobTitle(names['manager'] ?? String(record['manager'] ?? '')))
    const values = [...new Set(people.filter((name) => name !== ''))]
    if (values.length > 0)
      return { filters: [{ op: 'one_of', field: 'name', values }], search, bareName: null, sections }
  }
  return null
}

const sectionPaths: ReadonlySet<string> = new Set(['business_section', 'group_id.name', 'project.name', 'name'])

/** Records whose value contains either name: 조새론이랑 윤새론. */
async function matchAny(
  office: OfficeData,
  collection: CollectionName,
  filters: readonly Filter[],
): Promise<readonly Filter[]> {
  const texts = filters.flatMap((filter) => (filter.op === 'contains' ? [filter.text] : []))
  const [first] = filters
  if (!first || texts.length < 2) return filters.slice(0, 1)
  const searches = [...new Set(texts)].map((word) => compileSearch(word))
  const isPerson = findFieldByPath(collection, first.field)?.isPerson === true
  const known = (await listKnownValues(office, collection, first.field)).filter((value) =>
    searches.some((search) => matchesSearch(buildSearchText([value]), search)),
  )
  const values = [...new Set(isPerson ? known.map(removeJobTitle) : known)].toSorted()
  return searches.length < 2 || values.length === 0
    ? [first]
    : [{ op: 'one_of', field: first.field, values: values.slice(0, maxValues) }]
}

const maxValues = 50

/** All values but those that the filter finds: 소유권이전 빼고. */
function excludeValues(filter: Filter, values: readonly string[]): Filter {
  const search = filter.op === 'contains' ? compileSearch(filter.text) : null
  const left = values.filter((value) => search !== null && !matchesSearch(buildSearchText([value]), search))
  return { op: 'one_of', field: filter.field, values: [null, ...left.slice(0, maxValues)] }
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

/** The longest run of words after a field's name that its values contain: 사업구간이 별빛 배수지 확장인. */
async function findNamedRun(
  office: OfficeData,
  { collection, path, words }: { collection: CollectionName; path: string; words: BookQuery['words'] },
): Promise<{ filter: Filter; length: number } | null> {
  const isKnown = defaultFields[collection]?.named.includes(path) === true
  const values = isKnown ? await listKnownValues(office, collection, path) : []
  const next = words.findIndex((word, index) => index > 0 && word.path !== null)
  for (let length = next < 0 ? words.length : next; length > 0; length -= 1)
    for (const text of listSpellings(words.slice(0, length))) {
      const filter = buildValueFilter(collection, { path, text, values })
      if (filter) return { filter, length }
    }
  // 산업단지 구간: another field may contain it.
  // 김가온 담당: a person, who may handle nothing.
  const isPerson = findFieldByPath(collection, path)?.isPerson === true && /^[가-힣]{2,4}$/.test(words[0]?.word ?? '')
  return isKnown && words[0]?.isBeforeField && !isPerson
    ? null
    : { filter: { op: 'contains', field: path, text: words[0]?.word ?? '' }, length: 1 }
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
    const isKnown = values.some((value) => removeJobTitle(value) === removeJobTitle(text))
    return isKnown ? { op: 'contains', field: path, text: removeJobTitle(text) } : null
  }
  const words = text.split(' ').map(normalizeName)
  // ㈜ and 주식회사 normalize to one letter, and a single letter identifies nothing.
  const matching =
    words.join('').length < 2 || words.includes('')
      ? []
      : values.filter((value) => words.every((word) => normalizeName(value).includes(word)))
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

function normalizeName(text: string): string {
  return normalizeForSearch(text).replace(/[\s\-–—~·()]/g, '')
}

/** The names that the case books know: sections, people, purposes. */
export async function listCaseNames(office: OfficeData): Promise<readonly string[]> {
  const known = await Promise.all(
    caseBooks
      .filter((book) => office.collections.has(book))
      .flatMap((book) =>
        (defaultFields[book]?.named ?? [])
          .filter((path) => path !== 'deposit_name')
          .map((path) => listKnownValues(office, book, path)),
      ),
  )
  return known.flat()
}

/** All distinct values of a path; for a referenced record's field, those of its own book. */
async function listKnownValues(
  office: OfficeData,
  collection: CollectionName,
  path: string,
): Promise<readonly string[]> {
  const target = parseFieldPath(collection, path)
  return target ? await office.listValues(target.collection, target.key) : []
}
