import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import type { Filter } from '#contract/records/query.ts'
import { blankOut } from './blank-out.ts'
import { bookWords, casesPattern, headNouns } from './book-words.ts'
import { buildFlexiblePattern } from './field-words.ts'
import { readFields } from './read-fields.ts'

/** The book that a question is about by a noun that is also a field or a value elsewhere. */
export interface HeadNoun {
  readonly collection: CollectionName
  /** The question with blanks for the noun. */
  readonly rest: string
  /** The value of a closed list that is the noun: 소유자 변경된. */
  readonly choice: Filter | null
}

/**
 * A book's own name, or a label of its closed list, that a question counts or lists. It comes
 * before fields and values of other books, unless the question names another book or its fields.
 */
export function readHeadNoun(text: string): HeadNoun | null {
  const noun = headNouns
    .map((head) => ({ ...head, match: head.pattern.exec(text) }))
    .find(({ match, collection }) => match && match[0] !== text.trim() && isAlone(text, collection, match))
  const value = ownChoices
    .filter(({ collection }) => !noun || noun.collection === collection)
    .map((choice) => ({ ...choice, match: choice.pattern.exec(text) }))
    .find(({ match, collection, nouns }) => match && (nouns?.test(text) ?? isAlone(text, collection, match)))
  const collection = noun?.collection ?? value?.collection
  if (!collection) return null
  const found = [noun?.match, value?.match].filter((match) => match != null)
  return {
    collection,
    rest: found.reduce((rest, { 0: words, index }) => blankOut(rest, index, words.length), text),
    choice: value ? { op: 'equals', field: value.field, value: value.value } : null,
  }
}

/**
 * Whether the rest of the question names no other book, and no field that this one lacks unless the
 * noun is counted: 전용면적 50 이상인 사업구간 몇 건 has no answer, and is not about dwellings.
 */
function isAlone(text: string, collection: CollectionName, { 0: noun, index }: RegExpExecArray): boolean {
  const rest = `${text.slice(0, index)} ${text.slice(index + noun.length)}`
  const others = bookWords.some((other) => other.collection !== collection && other.pattern.test(rest))
  return (
    !others &&
    !casesPattern.test(rest.replace(/몇\s*건/g, ' ')) &&
    !/미수|(?:가장|제일)\s*(?:많|바)/.test(rest) &&
    (collection === 'address-changes' ||
      /^[은는이가]?\s*몇/.test(text.slice(index + noun.length)) ||
      readFields(rest).fields.every(
        ({ paths }) => paths.has(collection) || (collection === 'projects' && paths.has('real-estate-groups')),
      ))
  )
}

/** Parts of a property are asked for by the property: 소유자 변경된 부동산. */
const propertyNouns = /변동|부동산|등기부|땅|토지|필지|주소/

/** The labels of closed lists that only one book has. */
const ownChoices = (['addresses', 'address-changes'] as const).flatMap((collection) => {
  const { fields }: { fields: readonly Field[] } = getBook(collection)
  return fields.flatMap(({ key: field, choices = [] }) =>
    choices
      .filter(({ label }) => label.length > 3 && countHolders(label) === 1)
      .map(({ value, label }) => ({
        collection,
        field,
        value,
        nouns: collection === 'addresses' ? null : propertyNouns,
        pattern: new RegExp(
          `(?<![가-힣])${buildFlexiblePattern(label.replace(/됨$/, ''))}(?:${label.endsWith('됨') ? '된|됨|됐|되' : '인|(?![가-힣]{2})'})[가-힣]{0,2}`,
        ),
      })),
  )
})

function countHolders(label: string): number {
  return collectionNames.filter((name) =>
    getBook(name).fields.some((field: Field) => field.choices?.some((choice) => choice.label === label)),
  ).length
}
