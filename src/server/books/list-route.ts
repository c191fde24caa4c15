import type { z } from 'zod'
import { genericBaseOf, listAnswerOf } from '#contract/records/generic-resource.ts'
import { orderingOf } from '#contract/records/list-question.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import { isOrderable } from '../db/lists/list-description.ts'
import { readListPage, readWholeList } from '../db/lists/read-list.ts'
import type { App, Deps } from '../deps.ts'
import { audit, withoutEmpty } from '../audit/audit.ts'
import type { SignedInUser } from '../plugins/bearer.ts'
import { refuseOrdering } from '../http/refusal.ts'
import { listQueryOf, policyOf, type ServedBook } from './served-book.ts'

/** `GET` of a book's list, under its record path and as a generic list resource. */
export function registerList(app: App, deps: Deps, book: ServedBook): void {
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
