import type { FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { Book } from '#contract/books/field.ts'
import type { Deps } from '#server/deps.ts'

/** Ids of the records that an import makes. */
export interface ImportIds {
  ofKey(key: string): string
  /** Lists settle ties by id, so ids rise or fall with the rows: records that share a day stand as in the file. */
  ofRow(row: number, book: Pick<Book, 'order'>): string
}

/** The same request sent again must ask for the same records, or the pipeline could not know it for a repetition. */
export function idsOf({ headers }: Pick<FastifyRequest, 'headers'>, { newId }: Pick<Deps, 'newId'>): ImportIds {
  const opId = headers['idempotency-key']
  const base = typeof opId === 'string' ? opId : newId()
  return {
    ofKey: (key) => idUnder(base, key),
    ofRow(row, { order }) {
      const isNewestFirst = order?.at(-1)?.field === 'id' && order.at(-1)?.direction === 'desc'
      return idUnder(base, String(row), isNewestFirst ? highestPlace - row : row)
    },
  }
}

const highestPlace = 0xffffff

/** Shaped as a UUIDv7 of the base's time; `place` stands where such ids count. */
function idUnder(base: string, key: string, place?: number): string {
  const random = createHash('sha256').update(`${base}:${key}`).digest('hex')
  const counted = place?.toString(16).padStart(6, '0') ?? random.slice(0, 6)
  return `${base.slice(0, 13)}-7${counted.slice(0, 3)}-8${counted.slice(3)}-${random.slice(6, 18)}`
}
