import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { listedReferencesOf } from '#contract/books/collections.ts'
import {
  filterOptionSchema,
  genericBaseOf,
  type FilterOptions,
  listAnswerOf,
} from '#contract/records/generic-resource.ts'
import { orderingOf } from '#contract/records/list-question.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import type { App, Deps } from '../deps.ts'
import type { ServerDeps } from '../server-deps.ts'
import { registerWriteRoutes } from './write-routes.ts'
import { registerBookExcel } from './book-excel.ts'
import { registerGenericWrites } from './generic-writes.ts'
import { policyOf, type BookContext, type ServedBook, type OwnOptions, listQueryOf } from './served-book.ts'
import type { Database } from '../db/client.ts'
import type { WritableCollection } from '../db/writable-collection.ts'
import type { SignedInUser } from '../plugins/bearer.ts'
import { isOrderable } from '../db/lists/list-description.ts'
import { readListPage, readWholeList } from '../db/lists/read-list.ts'
import { audit, withoutEmpty } from '../audit/audit.ts'
import { refuseOrdering } from '../http/refusal.ts'

/**
 * All calls of every book: list, plain writes under its path, the generic list resource (create,
 * update, delete, bulk, filter options), export, import and template. `syncRoutes` serves devices.
 */
export function bookRoutes(app: App, deps: ServerDeps): void {
  for (const book of deps.books) registerBook(app, { deps, writes: deps.writes }, book)
}

function registerBook(app: App, context: BookContext, book: ServedBook): void {
  const { deps } = context
  const writes = book.taking?.(context.writes) ?? context.writes
  const reading = { collection: book.collection, policy: policyOf(book) }
  const writing = { ...reading, ...(book.readSent && { readSent: book.readSent(deps) }) }
  registerList(app, deps, book)
  registerWriteRoutes(app, { writes, newId: deps.newId }, writing)
  registerGenericWrites(app, { writes, newId: deps.newId }, writing)
  registerFilterOptions(app, deps, { ...reading, options: book.options })
  registerBookExcel(app, { ...context, writes }, book)
}

/** `GET {base}filter_options`: the filter choices for list fields with a fixed set of values. */
function registerFilterOptions(app: App, { db }: Deps, { collection, policy, options }: Offering): void {
  app.route({
    method: 'GET',
    url: `${genericBaseOf(collection.description)}filter_options`,
    schema: {
      tags: [collection.description.label],
      response: { 200: z.object(options?.shape ?? {}).catchall(z.array(filterOptionSchema)) },
    },
    onRequest: async (request) => void policy(request),
    handler: async () => ({ ...(await readFilterOptions(db, collection)), ...(await options?.read(db)) }),
  })
}

interface Offering {
  collection: WritableCollection
  policy: (request: FastifyRequest) => SignedInUser
  options?: OwnOptions | undefined
}

async function readFilterOptions(db: Database, collection: WritableCollection): Promise<FilterOptions> {
  const options: FilterOptions = {}
  // Skips references to large books: they are searched, not chosen from a list, and a case may have
  // no name.
  const listed = new Set(listedReferencesOf(collection.name).map(({ key }) => key))
  for (const field of collection.description.fields) {
    const table = collection.references[field.key]
    if (field.choices) options[field.key] = field.choices.map(({ value, label }) => ({ value, label }))
    if (table && field.refers && listed.has(field.key))
      options[field.key] = await readTargets(db, table, field.refers.label)
  }
  return options
}

/** In code point order Hangul syllables are in dictionary order. */
async function readTargets(db: Database, table: string, label: string): Promise<FilterOptions[string]> {
  const result = await sql<{ value: string; label: string }>`
    select id as value, ${sql.ref(label)} as label from ${sql.table(table)} order by ${sql.ref(label)} collate "C", id
  `.execute(db)
  return result.rows
}

/** `GET` of a book's list, under its record path and as a generic list resource. */
function registerList(app: App, deps: Deps, book: ServedBook): void {
  const { description } = book.collection
  const policy = policyOf(book)
  const querystring = listQueryOf(book)
  const answer = book.answer ?? listAnswerOf(description, {})
  for (const url of new Set([description.path, `${genericBaseOf(description)}list/`])) {
    app.route({
      method: 'GET',
      url,
      schema: {
        tags: [description.label],
        querystring,
        response: { 200: answer },
      },
      // Skips validation: rows come from our own tables, and checking ten thousand of them would
      // cost more than reading them.
      serializerCompiler: () => (data) => JSON.stringify(data),
      onRequest: async (request) => void policy(request),
      handler: async (request) => {
        const question = request.query as Question
        if (!isOrderable(book.list, orderingOf(question))) throw refuseOrdering(question)
        const reader = policy(request)
        const [list] = await Promise.all([
          readList(deps, book, { question, reader }),
          writeAudit(deps, book, { question, reader, address: request.ip }),
        ])
        return list
      },
    })
  }
}

type Question = z.output<ReturnType<typeof listQueryOf>> & { page: number; page_size: number }

async function readList(
  { db, now }: Deps,
  { list, isWhole, answerOf, finish }: ServedBook,
  { question, reader }: { question: Question; reader: SignedInUser },
) {
  const request = { question, reader, today: officeDay(now().getTime()) }
  if (isWhole) {
    const rows = await readWholeList(db, list, request)
    return answerOf ? rows.map(answerOf) : rows
  }
  const page = await readListPage(db, list, request)
  return finish ? await finish(db, page) : page
}

async function writeAudit(
  { db }: Deps,
  { trail, collection }: ServedBook,
  { question, reader, address }: { question: Question; reader: SignedInUser; address: string },
): Promise<void> {
  const detail = (trail ?? withoutEmpty)(question)
  await audit(db, { user: reader, address, act: 'list', collection: collection.name, detail })
}
