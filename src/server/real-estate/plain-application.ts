import type { Transaction } from 'kysely'
import { z } from 'zod'
import {
  type PlainLand,
  type ReadApplication,
  plainApplicationPath,
  plainApplicationSchema,
  readPlainApplication,
} from '#contract/applications/applications.ts'
import { applicationDescription } from '#contract/books/applications.ts'
import { problem, problemStatus, problemSchema } from '#contract/problem.ts'
import { unitFromApplication } from '#domain/applications/application.ts'
import { checkPlainParties, type CheckedParty } from '#domain/applications/check-plain-parties.ts'
import { keepDigits, maskPartyNumber } from '#domain/text/party-number.ts'
import { send, writeHeadersSchema } from '#server/books/write-routes.ts'
import type { Database } from '#server/db/client.ts'
import { writableCollection } from '#server/db/writable-collection.ts'
import type { WritePipeline } from '#server/db/write-pipeline-types.ts'
import type { WriteResponse, Writer } from '#server/db/write-request.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem, refuseOutdatedClient } from '#server/http/http-problem.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import type { Tables } from '#server/schema/tables/tables.ts'

/**
 * `POST /api/mysql/realestate/application`: for plain clients. Devices write the books of the form
 * themselves.
 */
export function registerPlainApplication(app: App, deps: Deps, writes: WritePipeline): void {
  app.route({
    method: 'POST',
    url: plainApplicationPath,
    schema: {
      tags: [applicationDescription.label],
      headers: writeHeadersSchema,
      body: plainApplicationSchema,
      response: { 200: z.object({ data: z.looseObject({}) }), '4xx': problemSchema },
    },
    serializerCompiler: () => (data) => JSON.stringify(data),
    onRequest: [refuseOutdatedClient, async (request) => void requireStaff(request)],
    handler: async (request, reply) => {
      const { id, name, isSuperuser } = requireStaff(request)
      const result = await savePlainApplication(
        {
          db: deps.db,
          writes,
          newId: deps.newId,
          opId: request.headers['idempotency-key'],
          writer: { userId: id, userName: name, ipAddress: request.ip, isSuperuser },
        },
        readPlainApplication(request.body),
      )
      if (result.status >= 400) return send(reply, result)
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
  lands: writableCollection('unit-lands'),
  owners: writableCollection('unit-owners'),
  mortgages: writableCollection('unit-mortgages'),
  applications: writableCollection('applications'),
  units: writableCollection('real-estate-units'),
}

/**
 * Saves one application of a plain client: its lands and parties become those of the unit, then the
 * form is saved, then empty fields of the unit are filled. Everything is judged first and written
 * in one transaction, so that a refusal leaves nothing behind.
 */
async function savePlainApplication(saving: SaveApplicationContext, sent: ReadApplication): Promise<WriteResponse> {
  const { application_type: type } = sent.fields
  const parties = checkPlainParties(typeof type === 'string' ? type : '', sent)
  const [message] = Object.values(parties.errors)
  if (message !== undefined) {
    const body = problem('refused', { message, fields: { ...parties.errors } })
    return { status: problemStatus.refused, headers: {}, body }
  }
  const { writer, opId } = saving
  return await saving.writes.together(
    { writer, ...(opId !== undefined && { opId }), sent: withoutNumbers(sent) },
    (trx) => writeAll({ ...saving, trx }, { ...sent, parties }),
  )
}

/** HAZARD: a hash of the request is stored, from which a thirteen-digit number could be guessed. */
function withoutNumbers({ grantees, grantors, ...sent }: ReadApplication) {
  const hidden = [grantees, grantors].map((side) => side.map((party) => ({ ...party, num: maskNumber(party.num) })))
  return { ...sent, parties: hidden }
}

interface CheckedApplication extends ReadApplication {
  readonly parties: { readonly grantees: readonly CheckedParty[]; readonly grantors: readonly CheckedParty[] }
}

async function writeAll(writing: ApplicationWrite, sent: CheckedApplication): Promise<WriteResponse> {
  const { grantees, grantors } = sent.parties
  const known = await readKnownParts(writing.trx, sent.unitId)
  const write = (part: PartPayload) =>
    writePart(writing, sent.unitId, { ...part, id: known.has(part.id) ? part.id : '' })
  const lands = await inOrder(sent.lands, (land, index) => write(landPart(land, index)))
  const owners = await inOrder(grantees, (party, index) => write(ownerPart(party, index)))
  const others = await inOrder(grantors, (party, index) => write(counterpartyPart(party, index)))
  const body = {
    id: writing.newId(),
    ...sent.fields,
    lands_json: JSON.stringify(sent.lands.map((land, index) => ({ id: lands[index], ...landAsStored(land) }))),
    grantees_json: JSON.stringify(grantees.map((party, index) => ({ id: owners[index], ...asStored(party) }))),
    grantors_json: JSON.stringify(grantors.map((party, index) => ({ id: others[index], ...asStored(party) }))),
  }
  const { writes, trx, writer } = writing
  const saved = await writes.within(trx, collections.applications, { kind: 'create', body, writer })
  await notifyUnit(writing, sent)
  return { status: 201, headers: {}, body: saved }
}

/** Runs one after another, because they share a transaction. */
async function inOrder<Item>(
  items: readonly Item[],
  write: (item: Item, index: number) => Promise<string>,
): Promise<readonly string[]> {
  const ids: string[] = []
  for (const [at, item] of items.entries()) ids.push(await write(item, at))
  return ids
}

/** Fills fields of the unit that are still empty from the form. */
async function notifyUnit({ trx, writes, writer }: ApplicationWrite, sent: ReadApplication): Promise<void> {
  const unit = await trx.selectFrom('real_estate_unit').selectAll().where('id', '=', sent.unitId).executeTakeFirst()
  const owners = sent.grantees.map(({ name }) => name ?? '')
  const fields = unitFromApplication(unit ?? {}, sent.fields, owners)
  if (!unit || Object.keys(fields).length === 0) return
  await writes.within(trx, collections.units, { kind: 'update', body: { id: unit.id, ...fields }, writer })
}

interface PartPayload {
  /** Empty for a new part. */
  readonly id: string
  readonly collection: keyof typeof collections
  readonly fields: Readonly<Record<string, unknown>>
  /** Its path in the request, for refusals: `grantees.0`. */
  readonly sentAt: string
  /** Maps keys of the part to the keys they were sent under. */
  readonly sentAs?: Readonly<Record<string, string>>
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
  { sentAt, sentAs = {} }: PartPayload,
): HttpProblem['problem'] {
  const fields = Object.entries(more.fields ?? {}).map(([key, message]) => [
    key === 'unit_id' ? 'property_id' : `${sentAt}.${sentAs[key] ?? key}`,
    message,
  ])
  return problem(code, { ...more, fields: Object.fromEntries(fields) as Record<string, string> })
}

function landPart(land: PlainLand, index: number): PartPayload {
  const fields = { address: land.address, place: index }
  return { id: String(land.id ?? ''), collection: 'lands', fields, sentAt: `lands.${index}` }
}

function ownerPart({ sent, kind, share }: CheckedParty, index: number): PartPayload {
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
    fields: withoutAbsent(fields),
    sentAt: `grantees.${index}`,
    sentAs: { ...sentAs, share: 'share_ratio' },
  }
}

function counterpartyPart({ sent, kind, role, share }: CheckedParty, index: number): PartPayload {
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
    fields: withoutAbsent(fields),
    sentAt: `grantors.${index}`,
    sentAs: { company_num: 'business_num', owner_name: 'business_owner_name', share: 'share_ratio' },
  }
}

function withoutAbsent(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function landAsStored({ address }: PlainLand) {
  return { address: address ?? '', land_kind: null, area: null }
}

/** A party as stored with the form: never with its full number. */
function asStored({ sent, kind, role, share }: CheckedParty) {
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
  if (digits.length === 13) return maskPartyNumber('person', digits)
  return /^\d{6}-\d\*{6}$/.test(num ?? '') ? (num ?? null) : null
}
