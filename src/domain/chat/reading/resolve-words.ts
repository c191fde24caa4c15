import type { CollectionName } from '#contract/books/collections.ts'
import { readPath } from '#contract/books/field-at-path.ts'
import type { Filter } from '#contract/records/query.ts'
import { personName } from '../../text/person-name.ts'
import { compileSearch, matchesSearch, normaliseForSearch, searchText } from '../../text/search-text.ts'
import type { OfficeData } from '../office-data.ts'
import { fieldOfPath } from '../tools/record-question.ts'
import { defaultFields } from './book-words.ts'
import type { BookQuestion } from './read-for-book.ts'

export interface ResolvedWords {
  readonly filters: readonly Filter[]
  readonly search: string
  /** What a name alone was taken for, without a rank or the name of a field: it may be an owner's, too. */
  readonly bareName: Filter | null
}

/** The words of a question as filters of fields that know them (a section, a person); what no field knows is searched for. */
export async function resolveWords(
  office: OfficeData,
  { collection, words }: Pick<BookQuestion, 'collection' | 'words'>,
): Promise<ResolvedWords> {
  if (words.length === 0) return { filters: [], search: '', bareName: null }
  const { named: paths = [], person } = defaultFields[collection] ?? {}
  const known = await Promise.all(paths.map((path) => knownWords(office, collection, path)))
  const filters: Filter[] = []
  const searched: string[] = []
  let bareName: Filter | null = null
  for (let at = 0; at < words.length;) {
    const told = words[at]
    const named = told?.path ? await namedRun(office, { collection, path: told.path, words: words.slice(at) }) : null
    if (named) {
      filters.push(named.filter)
      at += named.length
      continue
    }
    const run = longestRun(words.slice(at), { collection, paths, known })
    if (run) {
      filters.push(run.filter)
      if (run.filter.field === person && told?.isTitled === false) bareName = run.filter
    } else if (told) searched.push(told.word)
    at += run?.length ?? 1
  }
  const fields = [...new Set(filters.map(({ field }) => field))]
  const merged = await Promise.all(
    fields.map((field) =>
      eitherOf(
        office,
        collection,
        filters.filter((one) => one.field === field),
      ),
    ),
  )
  return { filters: merged.flat(), search: searched.join(' '), bareName }
}

/** 조새론이랑 윤새론: whose value holds either of them. */
async function eitherOf(
  office: OfficeData,
  collection: CollectionName,
  filters: readonly Filter[],
): Promise<readonly Filter[]> {
  const texts = filters.flatMap((filter) => (filter.op === 'contains' ? [filter.text] : []))
  const [first] = filters
  if (!first || texts.length < 2) return filters.slice(0, 1)
  const searches = [...new Set(texts)].map((word) => compileSearch(word))
  const isPerson = fieldOfPath(collection, first.field)?.isPerson === true
  const known = (await knownWords(office, collection, first.field)).filter((value) =>
    searches.some((search) => matchesSearch(searchText([value]), search)),
  )
  const values = [...new Set(isPerson ? known.map(personName) : known)].toSorted()
  return searches.length < 2 || values.length === 0
    ? [first]
    : [{ op: 'one_of', field: first.field, values: values.slice(0, maxValues) }]
}

const maxValues = 50

/** As many words behind the name of a field as stand together in its values: 사업구간이 별빛 배수지 확장인. */
async function namedRun(
  office: OfficeData,
  { collection, path, words }: { collection: CollectionName; path: string; words: BookQuestion['words'] },
): Promise<{ filter: Filter; length: number } | null> {
  const isKnown = defaultFields[collection]?.named.includes(path) === true
  const values = isKnown ? await knownWords(office, collection, path) : []
  const next = words.findIndex((word, at) => at > 0 && word.path !== null)
  for (let length = next < 0 ? words.length : next; length > 0; length -= 1)
    for (const text of writings(words.slice(0, length))) {
      const filter = filterOf(collection, { path, text, values })
      if (filter) return { filter, length }
    }
  // 산업단지 구간: another field may know it.
  return isKnown && words[0]?.isBefore && fieldOfPath(collection, path)?.isPerson !== true
    ? null
    : { filter: { op: 'contains', field: path, text: words[0]?.word ?? '' }, length: 1 }
}

/** As many words as stand together in the values of one field: 한강대교 제2공구. */
function longestRun(
  words: BookQuestion['words'],
  {
    collection,
    paths,
    known,
  }: { collection: CollectionName; paths: readonly string[]; known: readonly (readonly string[])[] },
): { filter: Filter; length: number } | null {
  const told = words.findIndex(({ path }, at) => at > 0 && path !== null)
  const most = told < 0 ? words.length : told + (words[told]?.isBefore ? 1 : 0)
  for (let length = most; length > 0; length -= 1) {
    const tries = writings(words.slice(0, length)).flatMap((text) =>
      paths.map((path, at) => ({ text, path, values: known[at] ?? [] })),
    )
    for (const tried of tries) {
      const filter = filterOf(collection, tried)
      if (filter) return { filter, length }
    }
  }
  return null
}

/** A particle at the end of a word may belong to it: as it was written first. */
function writings(run: BookQuestion['words']): string[] {
  const written = run.map((word) => word.written)
  const last = run.at(-1)?.word ?? ''
  return [
    ...new Set(
      [
        written,
        [...written.slice(0, -1), last],
        run.map(({ word }) => word),
        [...written.slice(0, -1), last.replace(/인$/, '')],
      ].map((words) => words.join(' ')),
    ),
  ]
}

/** What finds the values that hold the text, whatever dashes and blanks stand in it; null where none does. */
function filterOf(
  collection: CollectionName,
  { path, text, values }: { path: string; text: string; values: readonly string[] },
): Filter | null {
  if (fieldOfPath(collection, path)?.isPerson === true) {
    const isKnown = values.some((value) => personName(value) === personName(text))
    return isKnown ? { op: 'contains', field: path, text: personName(text) } : null
  }
  const words = text.split(' ').map(plainText)
  // ㈜ and 주식회사 are one letter: of a single letter nothing is known.
  const held =
    words.join('').length < 2 || words.includes('')
      ? []
      : values.filter((value) => words.every((word) => plainText(value).includes(word)))
  if (held.length === 0) return null
  const writing = [text, sharedStart(held)].find((written) => findsAlone(values, held, written))
  return writing === undefined
    ? { op: 'one_of', field: path, values: held.slice(0, maxValues) }
    : { op: 'contains', field: path, text: writing }
}

/** A search of these letters finds those values and no others. */
function findsAlone(values: readonly string[], held: readonly string[], text: string): boolean {
  const search = compileSearch(text)
  return text !== '' && values.every((value) => matchesSearch(searchText([value]), search) === held.includes(value))
}

/** What all values begin with: of 제2공구, 제2공구 2차 the first. */
function sharedStart([first = '', ...others]: readonly string[]): string {
  let length = first.length
  while (others.some((other) => !other.startsWith(first.slice(0, length)))) length -= 1
  return first.slice(0, length).trim()
}

function plainText(text: string): string {
  return normaliseForSearch(text).replace(/[\s\-–—~·()]/g, '')
}

/** All different values of a path; those of a referred record's field are read where they stand. */
async function knownWords(office: OfficeData, collection: CollectionName, path: string): Promise<readonly string[]> {
  const asked = readPath(collection, path)
  return asked ? await office.words(asked.book, asked.key) : []
}
