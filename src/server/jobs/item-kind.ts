import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Database } from '../db/client.ts'
import type { SignedInUser } from '../plugins/bearer.ts'
import type { Tables } from '../schema/tables/tables.ts'

/** Work on many records, item by item, each exactly once: what a business describes and hands to `registerItemTask`. */
export interface ItemKind<Input = unknown> {
  /** Stands in the table; never changes once tasks of it exist. */
  readonly name: string
  readonly path: string
  readonly tag: string
  readonly collection: string
  readonly input: z.ZodType<Input>
  /** Throws 401 or 403. */
  policy(request: FastifyRequest): SignedInUser
  itemIds(input: Input): readonly string[]
  /** One item, in the transaction that marks it done. Throws `ItemTrouble` for one that cannot be done at all; anything else is tried again. */
  work(ground: ItemGround<Input, Transaction<Tables>>, id: string): Promise<{ note?: string } | void>
  /** The file, where one is made of the items that are done. */
  finish?(ground: ItemGround<Input, Database>, doneIds: readonly string[]): Readable | Promise<Readable>
  readonly mediaType?: string
  fileNames?(requestedAt: Date, input: unknown): { ascii: string; korean: string }
}

export interface ItemGround<Input, Db> {
  readonly db: Db
  readonly now: () => Date
  readonly signal: AbortSignal
  readonly userId: string
  readonly input: Input
}

/** Why an item cannot be done, in Korean words for people. */
export class ItemTrouble extends Error {
  override readonly name = 'ItemTrouble'
}
