import { type CollectionName, getBook } from '#contract/books/collections.ts'
import { toPercent } from '#domain/applications/party-shares.ts'
import { type BookRules, createDefaultRules } from './book-rules.ts'

/**
 * Rules for owners of a unit and the other side: a share typed as a fraction determines its
 * percentage.
 */
export function createPartyRules(name: CollectionName): BookRules {
  return {
    ...createDefaultRules(getBook(name)),
    follows: [{ key: 'share', source: 'share_fraction', derive: toPercent, note: '분수에서 정해집니다.' }],
    violations: ({ after: { share_fraction: fraction } }) =>
      (fraction ?? null) === null || toPercent(fraction) !== null
        ? {}
        : { share_fraction: '지분(분수): 3/7이나 7분의 3처럼 입력해 주세요.' },
  }
}
