import type { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import {
  addressTasks,
  type OfficialDocumentRequest,
  officialDocumentRequestSchema,
  officialDocuments,
} from '#contract/addresses/address-tasks.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { FilledForm } from '#domain/filings/filing.ts'
import { isUnnamed, unnamedOfficeText } from '#domain/office/office-texts.ts'
import {
  buildCostLetterContent,
  buildOfficialDocument,
  formatCostLetterTitle,
  formatReference,
  needsNumbers,
} from '#domain/official-documents/official-document.ts'
import type { Deps } from '#server/deps.ts'
import { writeForms } from '#server/documents/forms/write-forms.ts'
import { assignLetterNumber, lockLetterCounter, readLetterOffice } from '#server/documents/letter-office.ts'
import { pdfMediaType } from '#server/documents/pdf/pdf-document.ts'
import { readOffice } from '#server/office-profile/read-office.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { ItemError, type ItemKind } from '#server/tasks/task-kind.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import type { Writer } from '#server/writes/write-request.ts'
import { type DocumentContext, type DocumentSource, readDocumentSources } from './read-document-sources.ts'
import { formatItemNote, readUserName, refuseStopped, requireItemTransaction } from './task-item.ts'

/** Addresses read at once, which limits the resident numbers in memory. */
const addressesPerRead = 25

/**
 * `generate_official_document`: one kind of document per address, all in one PDF in the requested
 * order. A cost claim gets its number once, when its item is done.
 */
export function createDocumentKind({
  officeKeys,
  newId,
}: Pick<Deps, 'officeKeys' | 'newId'>): ItemKind<typeof officialDocumentRequestSchema> {
  return {
    name: 'official-document',
    path: addressTasks.officialDocument.path,
    tag: '부동산 주소',
    collection: 'addresses',
    input: officialDocumentRequestSchema,
    mediaType: pdfMediaType,
    policy: (request) => requireStaff(request),
    itemIds: ({ address_ids }) => [...new Set(address_ids)],
    async work({ db, now, userId, input }, id) {
      await refuseStopped(db, id)
      const today = toOfficeDay(now().getTime())
      const [source] = await readDocumentSources({ db, officeKeys, today }, input, [id])
      if (!source) throw new ItemError('삭제된 주소입니다.')
      if (isUnnamed(source.office)) throw new ItemError(unnamedOfficeText)
      const { missing } = buildOfficialDocument(input.document_type, source)
      const userName = await readUserName(db, userId)
      if (input.document_type === 'cost_claim') {
        if (missing.some(({ box }) => box === '청구금액')) throw new ItemError('청구할 보수료와 비용이 없습니다.')
        await saveCostLetter(requireItemTransaction(db), source, { userId, userName, newId })
      }
      // One audit entry per address; `numbers` says whether the document shows resident numbers.
      await writeTrail(db, {
        user: { id: userId, name: userName },
        ipAddress: null,
        act: 'export',
        collection: 'addresses',
        recordId: id,
        subject: source.address.owner_name ?? source.address.jibun,
        detail: { paper: findDocumentLabel(input), numbers: needsNumbers(input.document_type) },
      })
      return formatItemNote(missing.map(({ words }) => words))
    },
    async finish({ db, now, signal, input }, ids): Promise<Readable> {
      const context = { db, officeKeys, today: toOfficeDay(now().getTime()) }
      const { name } = await readOffice(db)
      const document = { title: findDocumentLabel(input), author: name, createdAt: now().toISOString() }
      return writeForms(buildFormSets(context, { input, ids, signal }), document)
    },
    fileNames(requestedAt, names) {
      const input = officialDocumentRequestSchema.parse(names)
      const day = toOfficeDay(requestedAt.getTime()).replaceAll('-', '')
      const count = new Set(input.address_ids).size
      return {
        ascii: `${input.document_type}_${count}_${day}.pdf`,
        korean: `${findDocumentLabel(input)}_${count}건_${day}.pdf`,
      }
    },
  }
}

async function* buildFormSets(
  context: DocumentContext,
  { input, ids, signal }: { input: OfficialDocumentRequest; ids: readonly string[]; signal: AbortSignal },
): AsyncGenerator<readonly FilledForm[]> {
  for (let index = 0; index < ids.length; index += addressesPerRead) {
    signal.throwIfAborted()
    const sources = await readDocumentSources(context, input, ids.slice(index, index + addressesPerRead))
    for (const source of sources) yield buildOfficialDocument(input.document_type, source).forms
  }
}

function findDocumentLabel({ document_type }: Pick<OfficialDocumentRequest, 'document_type'>): string {
  return officialDocuments.find(({ value }) => value === document_type)?.label ?? document_type
}

/**
 * Stores the cost claim of an address as an official letter with the next number of the year, in
 * one series with those of cases.
 */
async function saveCostLetter(
  trx: Transaction<Tables>,
  source: DocumentSource,
  { newId, ...writer }: Pick<Writer, 'userId' | 'userName'> & Pick<Deps, 'newId'>,
): Promise<void> {
  const { address, developer, manager, project, today } = source
  const year = Number(today.slice(0, 4))
  const last = await lockLetterCounter(trx, year)
  const office = await readLetterOffice(trx)
  const linkedCase = await trx
    .selectFrom('deposit_case')
    .select('id')
    .where('address_id', '=', address.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const numbered = await assignLetterNumber(trx, office, { year, last })
  const id = newId()
  await trx
    .insertInto('official_letter')
    .values({
      id,
      address_id: address.id,
      deposition: linkedCase?.id ?? null,
      issued_on: today,
      ...numbered,
      title: formatCostLetterTitle(project),
      content: buildCostLetterContent(source),
      recipient: developer?.name ?? '',
      reference: formatReference(manager),
      business_section: project,
      business_manager: manager?.name ?? '',
      owner_name: address.owner_name ?? '',
      address: address.jibun,
      is_demo: address.is_demo,
      user_id: writer.userId,
      user_name: writer.userName,
      office: JSON.stringify(office),
    })
    .execute()
  await writeTrail(trx, {
    user: { id: writer.userId, name: writer.userName },
    ipAddress: null,
    act: 'create',
    collection: 'official-letters',
    recordId: id,
    subject: address.owner_name ?? address.jibun,
    detail: { document_number: numbered.document_number },
  })
}
