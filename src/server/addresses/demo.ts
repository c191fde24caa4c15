import { sql } from 'kysely'
import { dayMs } from '#contract/dates/day-ms.ts'
import { ownRecordsSource } from '#contract/registry/extract.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { guessOwnerKind } from '#domain/registry/registered-owners.ts'
import type { Database } from '#server/db/client.ts'
import { createDemoId, createPicker } from '#server/demo/demo-picker.ts'
import { createDemoRowMaker, insertDemoRows, loadDemoRows } from '#server/demo/demo-rows.ts'
import { type DemoAddress, type DemoSubject, makeDemoAddress, readDemoSubjects } from './demo-address.ts'
import { sha256 } from './extract-files.ts'

/**
 * Adds `count` fictional addresses with their parts, extracts and some open changes; existing demo
 * cases and units get references to the first of them. Deterministic for seed, day and cases;
 * existing records stay. Returns how many were added. Extracts have no PDF until somebody requests
 * it: printing 1,200 would delay the first start by a minute.
 */
export async function loadDemoAddresses(
  db: Database,
  options: { count?: number; seed?: number; now: Date },
): Promise<number> {
  const { count = 1200, seed = 1, now } = options
  const today = toOfficeDay(now.getTime())
  const added = await db.transaction().execute(async (trx) => {
    const maxCounts = { cases: Math.floor(count / 2), units: Math.floor(count / 6) }
    const subjects = await readDemoSubjects(trx, maxCounts)
    const projects = await readProjects(trx)
    const addresses = Array.from({ length: count }, (_, index) =>
      makeDemoAddress({ seed, index, today }, subjects[index]),
    )
    const makeRow = createDemoRowMaker('addresses', seed ^ seedByPart.address)
    const rowAt = (index: number) =>
      makeRow(index, {
        ...addresses[index]?.fields,
        ...makeProjectFields(pickProject(projects, subjects[index], index), { seed, index }),
      })
    const inserted = await loadDemoRows(trx, { name: 'addresses', count }, rowAt)
    if (inserted > 0) {
      for (let from = 0; from < count; from += chunkSize)
        await insertParts(trx, addresses.slice(from, from + chunkSize), { seed, from, today })
      await linkSubjects(trx, subjects.slice(0, count), (index) => addressId(seed, index))
    }
    return inserted
  })
  if (added > 0)
    await sql`vacuum (analyze) address, address_owner, address_land, address_building, address_extract, address_change`.execute(
      db,
    )
  return added
}

/** Deletes the PDFs of demo extracts, which are in no book. */
export async function removeDemoExtractFiles(db: Database): Promise<void> {
  await sql`delete from address_extract_file where extract_id in (select id from address_extract where is_demo)`.execute(
    db,
  )
}

const chunkSize = 500
const seedByPart = {
  address: 0xadd,
  owner: 0xad1,
  land: 0xad2,
  building: 0xad3,
  extract: 0xad4,
  change: 0xad5,
} as const
/** Maximum parts of one kind per address, for their ids. */
const maxParts = 16

function addressId(seed: number, index: number): string {
  return createDemoId(seed ^ seedByPart.address, index)
}

interface DemoProject {
  readonly id: string
  readonly name: string
  readonly manager: string | null
  readonly titles: readonly string[]
}

async function readProjects(trx: Database): Promise<readonly DemoProject[]> {
  const { rows } = await sql<DemoProject>`
    select p.id, p.name, p.manager, array(select t.id from title t where t.project = p.id order by t.id) as titles
    from project p where p.is_demo order by p.id
  `.execute(trx)
  return rows
}

function pickProject(
  projects: readonly DemoProject[],
  subject: DemoSubject | undefined,
  index: number,
): DemoProject | undefined {
  return projects.find(({ name }) => name === subject?.project) ?? projects[index % Math.max(1, projects.length)]
}

function makeProjectFields(project: DemoProject | undefined, { seed, index }: { seed: number; index: number }) {
  const titles = project?.titles ?? []
  const title = titles.length > 0 ? createPicker(seed ^ 0xad9, index).oneOf(titles) : null
  return { project: project?.id ?? null, manager: project?.manager ?? null, title }
}

async function insertParts(
  trx: Database,
  addresses: readonly DemoAddress[],
  { seed, from, today }: { seed: number; from: number; today: string },
): Promise<void> {
  const makeRows = (
    part: keyof typeof seedByPart,
    listParts: (address: DemoAddress, index: number) => readonly object[],
  ) =>
    addresses.flatMap((address, index) =>
      listParts(address, index).map((fields, position) => ({
        id: createDemoId(seed ^ seedByPart[part], (from + index) * maxParts + position),
        version: 1,
        is_demo: true,
        address_id: addressId(seed, from + index),
        ...fields,
      })),
    )
  // Older than the extracts, as if not edited since.
  const editedAt = `${toOfficeDay(Date.parse(`${today}T00:00:00Z`) - 400 * dayMs)}T00:00:00Z`
  await insertDemoRows(
    trx,
    'address_owner',
    makeRows('owner', ({ owners }) =>
      owners.map((owner, position) => ({
        ...toOwnerFields(owner),
        place: position,
        inserted_at: editedAt,
        updated_at: editedAt,
      })),
    ),
  )
  await insertDemoRows(
    trx,
    'address_land',
    makeRows('land', ({ lands }) => lands.map((land, position) => ({ ...land, place: position }))),
  )
  await insertDemoRows(
    trx,
    'address_building',
    makeRows('building', ({ buildings }) => buildings.map((building, position) => ({ ...building, place: position }))),
  )
  await insertDemoRows(
    trx,
    'address_extract',
    makeRows('extract', ({ extracts }) => extracts.map(toExtractFields)),
  )
  await insertDemoRows(
    trx,
    'address_change',
    makeRows('change', ({ changes, extracts }, index) =>
      changes.map(({ kind, before_text, after_text }) => ({
        change_kind: kind,
        before_text,
        after_text,
        decision: (from + index) % 150 === 37 ? 'kept' : 'open',
        extract_id: createDemoId(seed ^ seedByPart.extract, (from + index) * maxParts + extracts.length - 1),
      })),
    ),
  )
}

function toOwnerFields({ name, address, share, entry }: DemoAddress['owners'][number]) {
  return {
    name,
    party_kind: guessOwnerKind(name),
    address,
    share: share || null,
    acquired_at: entry.received_at,
    receipt_num: entry.receipt_num,
    cause: entry.cause || null,
  }
}

function toExtractFields({ issuedAt, extract }: DemoAddress['extracts'][number]) {
  const contentJson = JSON.stringify(extract)
  return { issued_at: issuedAt, source: ownRecordsSource, hash: sha256(contentJson), content_json: contentJson }
}

async function linkSubjects(
  trx: Database,
  subjects: readonly DemoSubject[],
  makeId: (index: number) => string,
): Promise<void> {
  for (const table of ['deposit_case', 'real_estate_unit'] as const) {
    const pairs = subjects.flatMap((subject, index) =>
      subject.table === table ? [{ id: subject.id, address_id: makeId(index) }] : [],
    )
    await sql`
      update ${sql.table(table)} pointing set address_id = given.address_id
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as given (id uuid, address_id uuid)
      where pointing.id = given.id and pointing.is_demo and pointing.address_id is null
    `.execute(trx)
  }
}
