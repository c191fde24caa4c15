import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import {
  findByPersonNumberPath,
  findByPersonNumberSchema,
  foundByPersonNumberSchema,
  revealedPersonNumberSchema,
  revealPersonNumberPath,
  revealPersonNumberSchema,
} from '#contract/person-numbers/reveal-number.ts'
import { listPersonNumberFields, sealingKeyPath, sealingKeySchema } from '#contract/person-numbers/sealed-number.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import { bookRules } from '#domain/books/books.ts'
import { formatPersonNumber, keepDigits } from '#domain/text/person-number.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { findPersonNumber, readPersonNumbers, startDestroying } from '#server/person-numbers/number-at-rest.ts'
import { decryptSealedNumber } from '#server/person-numbers/sealed-numbers.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import { createSharedLimit } from '#server/plugins/request-limits.ts'
import { tableByCollection } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'

const tags = [getBook('unit-owners').label]
const staffOnly = async (request: FastifyRequest) => void requireStaff(request)

/**
 * Reveals and searches per person and minute, together: enough for a filing, too few for a list or
 * for guessing.
 */
function personNumberLimit(deps: Deps) {
  return createSharedLimit(deps, { max: 20, purpose: 'numbers of persons' })
}

/**
 * Numbers of parties, one at a time: the key devices encrypt them to, revealing one with a reason,
 * and finding units by an exact number.
 */
export function registerPersonNumberRoutes(app: App, deps: Deps): void {
  registerSealingKey(app, deps)
  registerReveal(app, deps)
  registerSearch(app, deps)
  let stop: (() => Promise<void>) | undefined
  app.addHook('onListen', async () => {
    stop = startDestroying(app.log, deps)
  })
  app.addHook('onClose', async () => await stop?.())
}

function registerSealingKey(app: App, { officeKeys }: Deps): void {
  app.route({
    method: 'GET',
    url: sealingKeyPath,
    schema: { tags, response: { 200: sealingKeySchema } },
    onRequest: staffOnly,
    handler: async () => {
      const { id, sealingKeyPair } = officeKeys.newest()
      return { key_id: id, public_key: sealingKeyPair.getPublicKey('base64url') }
    },
  })
}

function registerReveal(app: App, deps: Deps): void {
  const { db, officeKeys } = deps
  app.route({
    method: 'POST',
    url: revealPersonNumberPath,
    schema: {
      tags,
      body: revealPersonNumberSchema,
      response: { 200: revealedPersonNumberSchema, '4xx': problemSchema },
    },
    onRequest: [staffOnly, personNumberLimit(deps)],
    handler: async (request, reply) => {
      const user = requireStaff(request)
      const { collection, id, reason } = request.body
      const record = await readRecord(deps, collection, id)
      const digitsById = await readPersonNumbers(db, officeKeys, { collection, ids: [id] })
      // Logged before it is returned, so that nobody learns a number without a trace.
      await writeTrail(db, {
        user,
        ipAddress: request.ip,
        act: 'reveal',
        collection,
        recordId: id,
        detail: { reason: reason.trim() },
        subject: bookRules[collection].subjectOf(record),
      })
      const digits = digitsById.get(id)
      if (digits === undefined) throw new HttpProblem(await explainUnreadable(deps, id))
      return await reply.header('cache-control', 'no-store').send({ number: formatPersonNumber(digits) })
    },
  })
}

async function readRecord({ db }: Deps, collection: CollectionName, id: string): Promise<AnyRecord> {
  // Books without number fields have nothing to reveal.
  if (listPersonNumberFields(getBook(collection)).length === 0) throw new HttpProblem(problem('not_found'))
  const { rows } =
    await sql<AnyRecord>`select * from ${sql.table(tableByCollection[collection])} where id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new HttpProblem(problem('not_found'))
  return row
}

/** Distinguishes a party without a number from one whose key is missing in the key file. */
async function explainUnreadable({ db }: Deps, id: string) {
  const stored = await db
    .selectFrom('party_number')
    .select('id')
    .where('record_id', '=', id)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  if (!stored) return problem('not_found', { message: '적어 둔 번호가 없습니다.' })
  return problem('refused', {
    message: '번호를 열 수 없습니다. 서버의 번호 키 파일을 확인하도록 관리자에게 알려 주세요.',
  })
}

function registerSearch(app: App, deps: Deps): void {
  const { db, officeKeys } = deps
  app.route({
    method: 'POST',
    url: findByPersonNumberPath,
    schema: {
      tags,
      body: findByPersonNumberSchema,
      response: { 200: foundByPersonNumberSchema, '4xx': problemSchema },
    },
    onRequest: [staffOnly, personNumberLimit(deps)],
    handler: async (request, reply) => {
      const user = requireStaff(request)
      const digits = keepDigits(decryptSealedNumber(officeKeys, request.body.number) ?? request.body.number)
      if (digits.length !== 13)
        throw new HttpProblem(
          problem('refused', { message: '주민등록번호나 법인등록번호 13자리를 모두 입력해 주세요.' }),
        )
      const matches = await findPersonNumber(db, officeKeys, digits)
      await writeTrail(db, {
        user,
        ipAddress: request.ip,
        act: 'find_number',
        collection: 'real-estate-units',
        detail: { reason: request.body.reason.trim(), found: matches.map(({ record_id }) => record_id) },
      })
      return await reply.header('cache-control', 'no-store').send({ unit_ids: await findUnits(deps, matches) })
    },
  })
}

async function findUnits({ db }: Deps, matches: Awaited<ReturnType<typeof findPersonNumber>>): Promise<string[]> {
  const listIds = (name: CollectionName) => [
    noId,
    ...matches.filter(({ collection }) => collection === name).map(({ record_id }) => record_id),
  ]
  const rows = await db
    .selectFrom('unit_owner')
    .select('unit_id')
    .where('id', 'in', listIds('unit-owners'))
    .union(db.selectFrom('unit_mortgage').select('unit_id').where('id', 'in', listIds('unit-mortgages')))
    .execute()
  return rows.map(({ unit_id }) => unit_id).toSorted()
}

/** Stands in for an empty list, because `in ()` is not valid SQL. */
const noId = '00000000-0000-0000-0000-000000000000'
