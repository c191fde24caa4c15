import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { listReferences, parseFieldPath } from '#contract/books/references.ts'
import type { Filter } from '#contract/records/query.ts'
import { buildSearchText, compileSearch, matchesSearch } from '#domain/text/search-text.ts'
import type { OfficeData } from '../knowledge.ts'

/** A text field that the general search leaves out and that holds a word of a question. */
export interface Holder {
  readonly filter: Filter
  /** The records with the word in this field that meet the other conditions. */
  readonly count: number
}

/**
 * The text fields outside the general search (비고, 수령방법) that hold the word, the one with the
 * most records first. What a list or a panel shows must not be said to be missing.
 */
export async function findHolders(
  word: string,
  {
    collection,
    filters = [],
    search = '',
  }: { readonly collection: CollectionName; readonly filters?: readonly Filter[]; readonly search?: string },
  office: OfficeData,
): Promise<readonly Holder[]> {
  const texts = listStems(word)
  const found = await Promise.all(
    listUnsearchedPaths(collection).map(async (field): Promise<Holder | null> => {
      const values = await listPathValues(office, collection, field)
      const text = texts.find((part) => {
        const compiled = compileSearch(part)
        return values.some((value) => matchesSearch(buildSearchText([value]), compiled))
      })
      if (text === undefined) return null
      const filter: Filter = { op: 'contains', field, text }
      const query = { filters: [...filters, filter], search, sort: [] }
      return { filter, count: (await office.sum(collection, query, { sums: [], by: null })).count }
    }),
  )
  return found.filter((holder) => holder !== null).toSorted((a, b) => b.count - a.count)
}

/** The word, and without the ending of a verb: 반송된, 분실한, 확인중인. */
function listStems(word: string): string[] {
  const stem = word.replace(/(?<=..)(?:중인|하는|되는|된|한|인|중)$/, '')
  return stem === word ? [word] : [word, stem]
}

/** The text fields that the search leaves out, with those of records the book refers to. */
function listUnsearchedPaths(collection: CollectionName): string[] {
  const ofReferences = listReferences(collection).flatMap(({ key, to }) =>
    listUnsearchedKeys(to).map((other) => `${key}.${other}`),
  )
  return [...listUnsearchedKeys(collection), ...ofReferences].filter(
    (path) => parseFieldPath(collection, path) !== null,
  )
}

function listUnsearchedKeys(collection: CollectionName): string[] {
  const { fields }: { fields: readonly Field[] } = getBook(collection)
  return fields.filter(({ kind, searched }) => kind === 'text' && searched !== true).map(({ key }) => key)
}

/** All distinct values of a path; for a referenced record's field, those of its own book. */
export async function listPathValues(
  office: OfficeData,
  collection: CollectionName,
  path: string,
): Promise<readonly string[]> {
  const target = parseFieldPath(collection, path)
  return target && office.collections.has(target.collection)
    ? await office.listValues(target.collection, target.key).catch(() => [])
    : []
}
