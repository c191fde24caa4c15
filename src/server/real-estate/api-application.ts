import type { Transaction } from 'kysely'
import { z } from 'zod'
import {
  apiApplicationPath,
  apiApplicationSchema,
  type ApiLand,
  type ParsedApplication,
  readApiApplication,
} from '#contract/applications/applications.ts'
import { applicationBook } from '#contract/books/applications.ts'
import { problem, problemSchema, problemStatus } from '#contract/problem.ts'
import { fillUnitFields } from '#domain/applications/application.ts'
import { checkApiParties, type CheckedParty } from '#domain/applications/check-api-parties.ts'
import { keepDigits, maskPersonNumber } from '#domain/text/person-number.ts'
import { sendWriteResponse, writeHeadersSchema } from '#server/books/write-routes.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem, refuseOutdatedClient } from '#server/http/http-problem.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'
import type { WritePipeline } from '#server/writes/write-pipeline-types.ts'
import type { Writer, WriteResponse } from '#server/writes/write-request.ts'

/**
 * `POST /api/mysql/realestate/application`: for plain clients. Devices write the books of the form
 * themselves.
 */
export function registerApiApplication(app: App, { writes, ...deps }: Deps & Pick<RouteDeps, 'writes'>): void {
  app.route({
    method: 'POST',
    url: apiApplicationPath,
    schema: {
      tags: [applicationBook.label],
      headers: writeHeadersSchema,
      body: apiApplicationSchema,
      response: { 200: z.object({ data: z.looseObject({}) }), '4xx': problemSchema },
    },
    serializerCompiler: () => (data) => JSON.stringify(data),
    onRequest: [refuseOutdatedClient, async (request) => void requireStaff(request)],
    handler: async (request, reply) => {
      const { id, name, isSuperuser } = requireStaff(request)
      const result = await saveApiApplication(
        {
          db: deps.db,
          writes,
          newId: deps.newId,
          opId: request.headers['idempotency-key'],
          writer: { userId: id, userName: name, ipAddress: request.ip, isSuperuser },
        },
        readApiApplication(request.body),
      )
      if (result.status >= 400) return sendWriteResponse(reply, result)
      return reply.code(200).send({ data: result.body })
    },
  })
}

interface SaveApplicationContext {
  readonly db: Database
  readonly writes: WritePipeline
  readonly writer: Writer
  readonly newId: () => string
  /**
   * Identifies the request, so that a repeat writes nothing twice; absent: repeats are not
   * detected.
   */
  readonly opId: string | undefined
}

type ApplicationWrite = SaveApplicationContext & { readonly trx: Transaction<Tables> }

const collections = {
  lands: createWritableBook('unit-lands'),
  owners: createWritableBook('unit-owners'),
  mortgages: createWritableBook('unit-mortgages'),
  applications: createWritableBook('applications'),
  units: createWritableBook('real-estate-units'),
}

/**
 * Saves one application of a plain client: its lands and parties become those of the unit, then the
 * form is saved, then empty fields of the unit are filled. Everything is written in one
 * transaction, so that a refusal leaves nothing behind.
 */
async function saveApiApplication(context: SaveApplicationContext, sent: ParsedApplication): Promise<WriteResponse> {
  const { application_type: type } = sent.fields
  const parties = checkApiParties(typeof type === 'string' ? type : '', sent)
  const [message] = Object.values(parties.errors)
  if (message !== undefined) {
    const body = problem('refused', { message, fields: { ...parties.errors } })
    return { status: problemStatus.refused, headers: {}, body }
  }
  const { writer, opId } = context
  return await context.writes.writeTogether(
    { writer, ...(opId !== undefined && { opId }), sent: maskNumbers(sent) },
    (trx) => writeApplication({ ...context, trx }, { ...sent, parties }),
  )
}

/** HAZARD: a hash of the request is stored, from which a thirteen-digit number could be guessed. */
function maskNumbers({ grantees, grantors, ...sent }: ParsedApplication) {
  const hidden = [grantees, grantors].map((side) => side.map((party) => ({ ...party, num: maskNumber(party.num) })))
  return { ...sent, parties: hidden }
}

interface CheckedApplication extends ParsedApplication {
  readonly parties: { readonly grantees: readonly CheckedParty[]; readonly grantors: readonly CheckedParty[] }
}

async function writeApplication(context: ApplicationWrite, sent: CheckedApplication): Promise<WriteResponse> {
  const { grantees, grantors } = sent.parties
  const partIds = await readKnownParts(context.trx, sent.unitId)
  const write = (part: PartPayload) =>
    writePart(context, sent.unitId, { ...part, id: partIds.has(part.id) ? part.id : '' })
  const lands = await writeInOrder(sent.lands, (land, index) => write(toLandPart(land, index)))
  const owners = await writeInOrder(grantees, (party, index) => write(toOwnerPart(party, index)))
  const counterparties = await writeInOrder(grantors, (party, index) => write(toCounterpartyPart(party, index)))
  const body = {
    id: context.newId(),
    ...sent.fields,
    lands_json: JSON.stringify(sent.lands.map((land, index) => ({ id: lands[index], ...toStoredLand(land) }))),
    grantees_json: JSON.stringify(grantees.map((party, index) => ({ id: owners[index], ...toStoredParty(party) }))),
    grantors_json: JSON.stringify(
      grantors.map((party, index) => ({ id: counterparties[index], ...toStoredParty(party) })),
    ),
  }
  const { writes, trx, writer } = context
  const saved = await writes.within(trx, collections.applications, { kind: 'create', body, writer })
  await fillUnit(context, sent)
  return { status: 201, headers: {}, body: saved }
}

/** Runs one after another, because they share a transaction. */
async function writeInOrder<Item>(
  items: readonly Item[],
  write: (item: Item, index: number) => Promise<string>,
): Promise<readonly string[]> {
  const ids: string[] = []
  for (const [index, item] of items.entries()) ids.push(await write(item, index))
  return ids
}

/** Fills fields of the unit that are still empty from the form. */
async function fillUnit({ trx, writes, writer }: ApplicationWrite, sent: ParsedApplication): Promise<void> {
  const unit = await trx.selectFrom('real_estate_unit').selectAll().where('id', '=', sent.unitId).executeTakeFirst()
  const owners = sent.grantees.map(({ name }) => name ?? '')
  const fields = fillUnitFields(unit ?? {}, sent.fields, owners)
  if (!unit || Object.keys(fields).length === 0) return
  await writes.within(trx, collections.units, { kind: 'update', body: { id: unit.id, ...fields }, writer })
}

interface PartPayload {
  /** Empty for a new part. */
  readonly id: string
  readonly collection: keyof typeof collections
  readonly fields: Readonly<Record<string, unknown>>
  /** Its path in the request, for refusals: `grantees.0`. */
  readonly sentPath: string
  /** Maps keys of the part to the keys they were sent under. */
  readonly sentKeys?: Readonly<Record<string, string>>
}

/**
 * Ids of this unit's parts, which the payload may name. Any other id means a new part, because
 * plain clients number them freely.
 */
async function readKnownParts(trx: Transaction<Tables>, unitId: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for (const table of ['unit_land', 'unit_owner', 'unit_mortgage'] as const)
    for (const { id } of await trx.selectFrom(table).select('id').where('unit_id', '=', unitId).execute()) ids.add(id)
  return ids
}

async function writePart(
  { trx, writes, writer, newId }: ApplicationWrite,
  unitId: string,
  part: PartPayload,
): Promise<string> {
  const isNew = part.id === ''
  const body = isNew ? { id: newId(), unit_id: unitId, ...part.fields } : { id: part.id, ...part.fields }
  try {
    await writes.within(trx, collections[part.collection], { kind: isNew ? 'create' : 'update', body, writer })
  } catch (error) {
    throw error instanceof HttpProblem ? new HttpProblem(locateRefusal(error.problem, part)) : error
  }
  return body.id
}

function locateRefusal(
  { code, ...more }: HttpProblem['problem'],
  { sentPath, sentKeys = {} }: PartPayload,
): HttpProblem['problem'] {
  const fields = Object.entries(more.fields ?? {}).map(([key, message]) => [
    key === 'unit_id' ? 'property_id' : `${sentPath}.${sentKeys[key] ?? key}`,
    message,
  ])
  return problem(code, { ...more, fields: Object.fromEntries(fields) as Record<string, string> })
}

function toLandPart(land: ApiLand, index: number): PartPayload {
  const fields = { address: land.address, place: index }
  return { id: String(land.id ?? ''), collection: 'lands', fields, sentPath: `lands.${index}` }
}

function toOwnerPart({ sent, kind, share }: CheckedParty, index: number): PartPayload {
  const fields = {
    party_kind: kind,
    owner: sent.name,
    owner_num: sent.num,
    owner_address: sent.address,
    business_name: sent.business_name,
    business_num: sent.business_num,
    owner_name: sent.business_owner_name,
    share: share.share_ratio,
    share_fraction: share.share_fraction,
    place: index,
  }
  const sentAs = { owner: 'name', owner_num: 'num', owner_address: 'address', owner_name: 'business_owner_name' }
  return {
    id: String(sent.id ?? ''),
    collection: 'owners',
    fields: dropAbsent(fields),
    sentPath: `grantees.${index}`,
    sentKeys: { ...sentAs, share: 'share_ratio' },
  }
}

function toCounterpartyPart({ sent, kind, role, share }: CheckedParty, index: number): PartPayload {
  const fields = {
    role,
    party_kind: kind,
    name: sent.name,
    num: sent.num,
    address: sent.address,
    position: sent.position,
    company_num: sent.business_num,
    owner_name: sent.business_owner_name,
    share: share.share_ratio,
    share_fraction: share.share_fraction,
    place: index,
  }
  return {
    id: String(sent.id ?? ''),
    collection: 'mortgages',
    fields: dropAbsent(fields),
    sentPath: `grantors.${index}`,
    sentKeys: { company_num: 'business_num', owner_name: 'business_owner_name', share: 'share_ratio' },
  }
}

function dropAbsent(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function toStoredLand({ address }: ApiLand) {
  return { address: address ?? '', land_kind: null, area: null }
}

/** A party as stored with the form: never with its full number. */
function toStoredParty({ sent, kind, role, share }: CheckedParty) {
  return {
    party_kind: kind,
    role,
    name: sent.name ?? '',
    num_masked: maskNumber(sent.num),
    address: sent.address ?? '',
    position: sent.position ?? null,
    business_name: sent.business_name ?? null,
    business_num: sent.business_num ?? null,
    business_owner_name: sent.business_owner_name ?? null,
    ...share,
  }
}

/**
 * Masks corporate numbers too: they are public but look like resident numbers, which no text may
 * contain.
 */
function maskNumber(num: string | null | undefined): string | null {
  const digits = keepDigits(num ?? '')
  if (digits.length === 13) return maskPersonNumber('person', digits)
  return /^\d{6}-\d\*{6}$/.test(num ?? '') ? (num ?? null) : null
}
