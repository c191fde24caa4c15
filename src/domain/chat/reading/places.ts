import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import type { Filter } from '#contract/records/query.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { pickParticle } from '#domain/text/pick-particle.ts'
import type { OfficeData } from '../knowledge.ts'
import { findFieldByPath } from '../record-filters.ts'
import { defaultFields, sectionPaths } from './default-fields.ts'
import { listPathValues } from './find-holders.ts'
import type { BookQuery } from './read-for-book.ts'

/** The values of a filter, so that a link stays short enough to open. */
export const maxValues = 500

/**
 * Counts the words of an address (솔빛시 해든구 별빛동, 달빛동 559-32), in which a place is no region or
 * section of that name.
 */
export function countPlacedNumber(words: BookQuery['words']): number {
  const next = words.findIndex(
    ({ typed, word, path }) => path !== null || !(placeName.test(typed) || placeName.test(word)),
  )
  const count = next < 0 ? words.length : next
  // 해든구 나루구: two places, not one in the other.
  if (words.slice(1, count).some(({ word }, index) => word.at(-1) === words[index]?.word.at(-1))) return 0
  if (count > 0 && words[count]?.path === null && lotNumber.test(words[count].typed)) return count + 1
  return count > 1 && /[시군구읍면]$/.test(words[0]?.typed ?? '') ? count : 0
}

/**
 * The lots with a number in a place, as a condition: of 달빛동 313번지 those numbered 313 there, not
 * 931-31. Null if the words name no number, or the book has no such field.
 */
export async function findLots(
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
  const values = (await listPathValues(office, collection, field)).filter(
    (value) => isLot(value) && others.every((other) => value.includes(other)),
  )
  const asked = words.map(({ typed, word }) => (lotNumber.test(typed) ? typed : word)).join(' ')
  return { op: 'one_of', field, values: values.length === 0 ? [asked] : values.slice(0, maxValues) }
}

/** A place in an address (달빛동 사건), unless it is a value of another field (누리군, a region). */
export async function findPlace(
  office: OfficeData,
  collection: CollectionName,
  run: BookQuery['words'],
): Promise<{ readonly filter: Filter; readonly notes: readonly string[] } | null> {
  const { fields }: { fields: readonly Field[] } = getBook(collection)
  const word = run.map((part) => part.word).join(' ')
  const isNamed = run.some(({ path, isExcluded }) => path !== null || isExcluded)
  if (isNamed || !/^[가-힣]{2,}[동구시군읍면리]$/.test(run.at(-1)?.word ?? '')) return null
  const isWhole = (value: string) => run.every((part) => value.split(/[\s(),~·–-]+/).includes(part.word))
  const addresses = await Promise.all(
    fields
      .filter(({ key, isLotNumber }) => isLotNumber || /^(?:owner_)?address$/.test(key))
      .map(async (field) => ({ field, values: await listPathValues(office, collection, field.key) })),
  )
  const field = addresses.find(({ values }) => values.some(isWhole))?.field
  if (!field) return null
  const { named = [] } = defaultFields[collection] ?? {}
  const others = await Promise.all(
    named.map(async (other) => ({ path: other, values: await listPathValues(office, collection, other) })),
  )
  if (others.some(({ values }) => values.includes(word))) return null
  const section = others.find((other) => sectionPaths.has(other.path) && other.values.some(isWhole))
  const filter: Filter = { op: 'contains', field: field.key, text: word }
  if (!section) return { filter, notes: [] }
  const query = { filters: [{ op: 'contains' as const, field: section.path, text: word }], search: '', sort: [] }
  const { count } = await office.sum(collection, query, { sums: [], by: null })
  const label = findFieldByPath(collection, section.path)?.label ?? ''
  const note = `‘${word}’${pickParticle(word, '은/는')} ${field.label}에서 찾았습니다. ${label}에 들어 있는 ${formatNumber(count)}건은 ‘사업구간이 ${word}인’처럼 적으시면 보입니다.`
  return { filter, notes: [note] }
}

const lotNumber = /^(?:산)?\d+(?:[-–]\d+)?(?:번지)?(?:은|는|이|가|의|에)?$/
const placeName = /^[가-힣\d]+(?:시|군|구|읍|면|동|리|가|로|길)$|^산$/
