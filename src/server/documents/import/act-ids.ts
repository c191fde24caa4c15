import { createHash } from 'node:crypto'
import { fileOrder } from '#contract/real-estate/newest-cases-first.ts'
import type { Sort } from '#contract/records/query.ts'

/** Ids of what one import makes. The same act sent again asks for the same records, or the pipeline could not know it for a repetition. */
export interface ActIds {
  /** Of the record that a row becomes. In the book's own order such ids stand as the rows do in the file, wherever nothing else tells the records apart. */
  ofRow(row: number): string
  /** Of a record that is made along with the rows. */
  named(key: string): string
}

/**
 * UUIDs of version 7 under the time of the act: 24 bits that tell the act from others of its millisecond, 24 for the row, then chance. All ids of an act's rows lie between the first and
 * the last, and no other record does.
 */
export function idsOfAct(actId: string, book: { readonly order?: readonly Sort[] }): ActIds {
  const act = hashOf(actId)
  const isNewestFirst = fileOrder(book).direction === 'desc'
  return {
    ofRow(row) {
      const place = (isNewestFirst ? lastPlace - row : row).toString(16).padStart(6, '0')
      const chance = hashOf(`${actId}:${row}`)
      return `${actId.slice(0, 13)}-7${act.slice(0, 3)}-8${act.slice(3, 6)}-${place}${chance.slice(0, 6)}`
    },
    named(key) {
      const random = hashOf(`${actId}:${key}`)
      return `${actId.slice(0, 13)}-7${random.slice(0, 3)}-9${random.slice(3, 6)}-${random.slice(6, 18)}`
    },
  }
}

const lastPlace = 0xff_ff_ff

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
