import type { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import {
  addressActions,
  officialDocuments,
  type OfficialDocumentRequest,
  officialDocumentRequestSchema,
} from '#contract/addresses/address-actions.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import type { FilledForm } from '#domain/filings/filing.ts'
import { isUnnamed, unnamedOfficeText } from '#domain/office/office-texts.ts'
import {
  needsNumbers,
  officialPaper,
  costLetterContent,
  costLetterTitle,
  formatReference,
} from '#domain/official-documents/official-paper.ts'
import { audit } from '#server/audit/audit.ts'
import type { Writer } from '#server/db/write-request.ts'
import type { Deps } from '#server/deps.ts'
import { writeForms } from '#server/documents/forms/write-forms.ts'
import { letterOffice, lockLetterCounter, nextLetterNumber } from '#server/documents/letter-office.ts'
import { pdfMediaType } from '#server/documents/pdf/pdf-document.ts'
import { type ItemKind, ItemError } from '#server/jobs/task-kind.ts'
import { readOffice } from '#server/office-profile/read-office.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { refuseStopped, itemNote, ownTransaction, readUserName } from './paper-task.ts'
import { type PaperContext, readPapers, type ReadPaper } from './read-papers.ts'

/** Addresses read at once, which limits the resident numbers in memory. */
const addressesPerRead = 25

/**
 * `generate_official_document`: one kind of document per address, all in one PDF in the requested
 * order. A cost claim gets its number once, when its item is done.
 */
export function officialDocumentKind({
  numbers,
  newId,
}: Pick<Deps, 'numbers' | 'newId'>): ItemKind<typeof officialDocumentRequestSchema> {
  return {
    name: 'official-document',
    path: addressActions.officialDocument.path,
    tag: '부동산 주소',
    collection: 'addresses',
    input: officialDocumentRequestSchema,
    mediaType: pdfMediaType,
    policy: (request) => requireStaff(request),
    itemIds: ({ address_ids }) => [...new Set(address_ids)],
    async work({ db, now, userId, input }, id) {
      await refuseStopped(db, id)
      const today = officeDay(now().getTime())
      const [source] = await readPapers({ db, numbers, today }, input, [id])
      if (!source) throw new ItemError('삭제된 주소입니다.')
      if (isUnnamed(source.office)) throw new ItemError(unnamedOfficeText)
      const { missing } = officialPaper(input.document_type, source)
      const userName = await readUserName(db, userId)
      if (input.document_type === 'cost_claim') {
        if (missing.some(({ box }) => box === '청구금액')) throw new ItemError('청구할 보수료와 비용이 없습니다.')
        await saveCostLetter(ownTransaction(db), source, { userId, userName, newId })
      }
      // Audits each data subject whose resident number a document contains.
      await audit(db, {
        user: { id: userId, name: userName },
        ipAddress: null,
        act: 'export',
        collection: 'addresses',
        recordId: id,
        subject: source.address.owner_name ?? source.address.jibun,
        detail: { paper: findDocumentLabel(input), numbers: needsNumbers(input.document_type) },
      })
      return itemNote(missing.map(({ words }) => words))
    },
    async finish({ db, now, signal, input }, ids): Promise<Readable> {
      const context = { db, numbers, today: officeDay(now().getTime()) }
      const { name } = await readOffice(db)
      const document = { title: findDocumentLabel(input), author: name, createdAt: now().toISOString() }
      return writeForms(paperSets(context, { input, ids, signal }), document)
    },
    fileNames(requestedAt, names) {
      const input = officialDocumentRequestSchema.parse(names)
      const day = officeDay(requestedAt.getTime()).replaceAll('-', '')
      const count = new Set(input.address_ids).size
      return {
        ascii: `${input.document_type}_${count}_${day}.pdf`,
        korean: `${findDocumentLabel(input)}_${count}건_${day}.pdf`,
      }
    },
  }
}

async function* paperSets(
  context: PaperContext,
  { input, ids, signal }: { input: OfficialDocumentRequest; ids: readonly string[]; signal: AbortSignal },
): AsyncGenerator<readonly FilledForm[]> {
  for (let index = 0; index < ids.length; index += addressesPerRead) {
    signal.throwIfAborted()
    const sources = await readPapers(context, input, ids.slice(index, index + addressesPerRead))
    for (const source of sources) yield officialPaper(input.document_type, source).forms
  }
}

function findDocumentLabel({ document_type }: Pick<OfficialDocumentRequest, 'document_type'>): string {
  return officialDocuments.find(({ value }) => value === document_type)?.label ?? document_type
}

/**
 * Stores the cost claim of an address as an official letter with the next number of the year, in
 * one series with those of cases. Returns its number.
 */
async function saveCostLetter(
  trx: Transaction<Tables>,
  source: ReadPaper,
  { newId, ...writer }: Pick<Writer, 'userId' | 'userName'> & Pick<Deps, 'newId'>,
): Promise<string> {
  const { address, developer, manager, project, today } = source
  const year = Number(today.slice(0, 4))
  const last = await lockLetterCounter(trx, year)
  const office = await letterOffice(trx)
  const linkedCase = await trx
    .selectFrom('deposit_case')
    .select('id')
    .where('address_id', '=', address.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const numbered = await nextLetterNumber(trx, office, { year, last })
  const id = newId()
  await trx
    .insertInto('official_letter')
    .values({
      id,
      address_id: address.id,
      deposition: linkedCase?.id ?? null,
      issued_on: today,
      ...numbered,
      title: costLetterTitle(project),
      content: costLetterContent(source),
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
  await audit(trx, {
    user: { id: writer.userId, name: writer.userName },
    ipAddress: null,
    act: 'create',
    collection: 'official-letters',
    recordId: id,
    subject: address.owner_name ?? address.jibun,
    detail: { document_number: numbered.document_number },
  })
  return numbered.document_number
}
