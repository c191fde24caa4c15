import { createHash } from 'node:crypto'
import { fileOrder } from '#contract/real-estate/newest-cases-first.ts'
import type { Sort } from '#contract/records/query.ts'

/**
 * Ids of the records an import creates. They are deterministic, so that the pipeline recognizes a
 * repeated act.
 */
export interface ActIds {
  /**
   * The id of a row's record. In the book's default order these ids keep the order of the file,
   * where nothing else distinguishes the records.
   */
  ofRow(row: number): string
  /** The id of a record created along with the rows. */
  named(key: string): string
}

/**
 * UUIDv7 with the time of the act: 24 bits identify the act within its millisecond, 24 bits the
 * row, the rest is a hash. No other record has an id between the first and the last row of an act.
 */
export function idsOfAct(actId: string, book: { readonly order?: readonly Sort[] }): ActIds {
  const act = hashOf(actId)
  const isNewestFirst = fileOrder(book).direction === 'desc'
  return {
    ofRow(row) {
      const position = (isNewestFirst ? maxPosition - row : row).toString(16).padStart(6, '0')
      const chance = hashOf(`${actId}:${row}`)
      return `${actId.slice(0, 13)}-7${act.slice(0, 3)}-8${act.slice(3, 6)}-${position}${chance.slice(0, 6)}`
    },
    named(key) {
      const random = hashOf(`${actId}:${key}`)
      return `${actId.slice(0, 13)}-7${random.slice(0, 3)}-9${random.slice(3, 6)}-${random.slice(6, 18)}`
    },
  }
}

const maxPosition = 0xff_ff_ff

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
