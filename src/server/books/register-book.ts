import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { listSelectableReferences } from '#contract/books/references.ts'
import {
  type FilterOptions,
  filterOptionSchema,
  listResponseSchema,
  trimListPath,
} from '#contract/records/generic-resource.ts'
import { resolveOrdering } from '#contract/records/list-query.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { Database } from '#server/db/client.ts'
import { isOrderable } from '#server/db/lists/list-description.ts'
import { readListPage, readWholeList } from '#server/db/lists/read-list.ts'
import type { App, Deps } from '#server/deps.ts'
import { createOrderingRefusal } from '#server/http/http-problem.ts'
import type { SignedInUser } from '#server/plugins/bearer.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import { withoutEmpty, writeTrail } from '#server/trail/write-trail.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import { registerBookExcel } from './book-excel.ts'
import { registerGenericWrites } from './generic-writes.ts'
import { type BookContext, buildListQuery, type ExtraOptions, getPolicy, type ServedBook } from './served-book.ts'
import { registerWriteRoutes } from './write-routes.ts'

/**
 * All calls of every book: list, plain writes under its path, the generic list resource (create,
 * update, delete, bulk, filter options), export, import and template. `syncRoutes` serves devices.
 */
export function bookRoutes(app: App, deps: RouteDeps): void {
  for (const served of deps.servedBooks) registerBook(app, { deps, writes: deps.writes }, served)
}

function registerBook(app: App, context: BookContext, served: ServedBook): void {
  const { deps } = context
  const writes = served.adaptWrites?.(context.writes) ?? context.writes
  const readOptions = { book: served.book, policy: getPolicy(served) }
  const writeOptions = { ...readOptions, ...(served.parseWrite && { parseWrite: served.parseWrite(deps) }) }
  registerList(app, deps, served)
  registerWriteRoutes(app, { writes, newId: deps.newId }, writeOptions)
  registerGenericWrites(app, { writes, newId: deps.newId }, writeOptions)
  registerFilterOptions(app, deps, { ...readOptions, options: served.options })
  registerBookExcel(app, { ...context, writes }, served)
}

/** `GET {base}filter_options`: the filter choices for list fields with a fixed set of values. */
function registerFilterOptions(app: App, { db }: Deps, { book, policy, options }: BookRegistration): void {
  app.route({
    method: 'GET',
    url: `${trimListPath(book)}filter_options`,
    schema: {
      tags: [book.label],
      response: { 200: z.object(options?.shape ?? {}).catchall(z.array(filterOptionSchema)) },
    },
    onRequest: async (request) => void policy(request),
    handler: async () => ({ ...(await readFilterOptions(db, book)), ...(await options?.read(db)) }),
  })
}

interface BookRegistration {
  book: WritableBook
  policy: (request: FastifyRequest) => SignedInUser
  options?: ExtraOptions | undefined
}

async function readFilterOptions(db: Database, book: WritableBook): Promise<FilterOptions> {
  const options: FilterOptions = {}
  // Skips references to large books: they are searched, not chosen from a list, and a case may have
  // no name.
  const listed = new Set(listSelectableReferences(book.name).map(({ key }) => key))
  for (const field of book.fields) {
    const table = book.references[field.key]
    if (field.choices) options[field.key] = field.choices.map(({ value, label }) => ({ value, label }))
    if (table && field.refers && listed.has(field.key))
      options[field.key] = await readReferenceOptions(db, table, field.refers.label)
  }
  return options
}

/** In code point order Hangul syllables are in dictionary order. */
async function readReferenceOptions(db: Database, table: string, label: string): Promise<FilterOptions[string]> {
  const result = await sql<{ value: string; label: string }>`
    select id as value, ${sql.ref(label)} as label from ${sql.table(table)} order by ${sql.ref(label)} collate "C", id
  `.execute(db)
  return result.rows
}

/** `GET` of a book's list, under its record path and as a generic list resource. */
function registerList(app: App, deps: BookContext['deps'], served: ServedBook): void {
  const { book } = served
  const policy = getPolicy(served)
  const querystring = buildListQuery(served)
  const responseSchema = served.listSchema ?? listResponseSchema(book, {})
  for (const url of new Set([book.path, `${trimListPath(book)}list/`])) {
    app.route({
      method: 'GET',
      url,
      schema: {
        tags: [book.label],
        querystring,
        response: { 200: responseSchema },
      },
      // Skips validation: rows come from our own tables, and checking ten thousand of them would
      // cost more than reading them.
      serializerCompiler: () => (data) => JSON.stringify(data),
      onRequest: async (request) => void policy(request),
      handler: async (request) => {
        const listQuery = request.query as RequestParams
        if (!isOrderable(served.list, resolveOrdering(listQuery))) throw createOrderingRefusal(listQuery)
        const reader = policy(request)
        const [list] = await Promise.all([
          deps.replica.read((db) => readList({ ...deps, db }, served, { listQuery, reader })),
          writeListTrail(deps, served, { listQuery, reader, ipAddress: request.ip }),
        ])
        return list
      },
    })
  }
}

type RequestParams = z.output<ReturnType<typeof buildListQuery>> & { page: number; page_size: number }

async function readList(
  { db, now }: Deps,
  { list, isWhole, toResponse, completePage }: ServedBook,
  { listQuery, reader }: { listQuery: RequestParams; reader: SignedInUser },
) {
  const request = { listQuery, reader, today: toOfficeDay(now().getTime()) }
  if (isWhole) {
    const rows = await readWholeList(db, list, request)
    return toResponse ? rows.map(toResponse) : rows
  }
  const page = await readListPage(db, list, request)
  return completePage ? await completePage(db, page) : page
}

async function writeListTrail(
  { db }: Deps,
  { selectForTrail, book }: ServedBook,
  { listQuery, reader, ipAddress }: { listQuery: RequestParams; reader: SignedInUser; ipAddress: string },
): Promise<void> {
  const detail = (selectForTrail ?? withoutEmpty)(listQuery)
  await writeTrail(db, { user: reader, ipAddress, act: 'list', collection: book.name, detail })
}
