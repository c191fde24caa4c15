import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { addressIdsSchema, addressTasks, surveyPdfPaths } from '#contract/addresses/address-tasks.ts'
import { computeCompensation } from '#domain/compensation/compensation.ts'
import {
  buildSurveyFoot,
  buildSurveyHead,
  buildSurveyRows,
  type SurveyFormName,
  type SurveyTexts,
  toCompensationCells,
  toLandCells,
  toObjectCells,
  toOwnerCells,
} from '#domain/compensation/survey-forms.ts'
import {
  findEmptySurveyError,
  listProblemLines,
  listSurveyRows,
  type SurveyRow,
} from '#domain/compensation/survey-rows.ts'
import {
  buildCompensationTotals,
  buildSurveyTotals,
  compensationSheet,
  createSurveySums,
  listParts,
  type NumberedRow,
  surveySheet,
} from '#domain/compensation/survey-sheet.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { FilledForm } from '#domain/filings/filing.ts'
import { formatWon } from '#domain/money/won.ts'
import type { SheetColumn } from '#domain/sheets/record-sheet.ts'
import { buildBookLayout } from '#server/documents/export/write-book.ts'
import { writeForms } from '#server/documents/forms/write-forms.ts'
import { pdfMediaType } from '#server/documents/pdf/pdf-document.ts'
import { acquireSlot } from '#server/documents/warm-workers.ts'
import { type SheetChunk, workbookMediaType } from '#server/documents/xlsx/sheet.ts'
import { writeSheet } from '#server/documents/xlsx/write-sheet.ts'
import { readOffice } from '#server/office-profile/read-office.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { ItemError, type ItemKind } from '#server/tasks/task-kind.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'
import type { WritePipeline } from '#server/writes/write-pipeline-types.ts'
import { type AddressSurvey, readSurveyChunks, readSurveys } from './read-document-sources.ts'
import { formatItemNote, readUserName, refuseStopped, requireItemTransaction } from './task-item.ts'

type AddressIds = typeof addressIdsSchema
type Format = 'xlsx' | 'pdf'

/** `generate_land_survey`: 토지조서 and 물건조서 as a workbook or PDF. Writes no records. */
export function createLandSurveyKind(format: Format): ItemKind<AddressIds> {
  return {
    ...surveyKind('land_survey', format),
    path: format === 'xlsx' ? addressTasks.landSurvey.path : surveyPdfPaths.landSurvey,
    async work({ db }, id) {
      return formatItemNote(formatNoteLines(await requireSurvey(db, id), new Set()))
    },
  }
}

/**
 * `calculate_compensation`: proposes 보상액 for all parcels in 보상금 산정조서. Writes only `compensation` of
 * lands with known 편입면적 and 단가, each as an undoable change. Buildings need an appraisal and are
 * never calculated.
 */
export function createCompensationKind(writes: Pick<WritePipeline, 'within'>, format: Format): ItemKind<AddressIds> {
  return {
    ...surveyKind('compensation', format),
    path: format === 'xlsx' ? addressTasks.compensation.path : surveyPdfPaths.compensation,
    async work({ db, userId }, id) {
      const trx = requireItemTransaction(db)
      // Locks the lands, so that no price changes between calculation and write.
      await trx.selectFrom('address_land').select('id').where('address_id', '=', id).orderBy('id').forUpdate().execute()
      const survey = await requireSurvey(trx, id)
      const writer = { userId, userName: await readUserName(db, userId), ipAddress: null }
      const changes = survey.lands.flatMap(({ id: land, taken_area, unit_price, compensation: before }) => {
        const won = computeCompensation(taken_area, unit_price)
        return won === null || won === before ? [] : [{ land, won, before }]
      })
      for (const { land, won } of changes)
        await writes.within(trx, writableLandBook, { kind: 'update', body: { id: land, compensation: won }, writer })
      const updatedLandIds = new Set(changes.map(({ land }) => land))
      return formatItemNote([...formatChangeLines(changes), ...formatNoteLines(survey, updatedLandIds)])
    },
  }
}

function formatChangeLines(changes: readonly { won: number; before: number | null }[]): string[] {
  if (changes.length === 0) return ['새로 기록할 보상액이 없습니다.']
  const replaced = changes.flatMap(({ before, won }) =>
    before === null ? [] : [`이전 보상액 ${formatWon(before)}원 → ${formatWon(won)}원.`],
  )
  return [`토지 ${changes.length}필지의 보상액을 기록했습니다.`, ...replaced]
}

const writableLandBook = createWritableBook('address-lands')

const fileBaseNames = {
  land_survey: { ascii: 'land_survey', korean: '토지조서' },
  compensation: { ascii: 'compensation', korean: '보상금산정조서' },
} as const

function surveyKind(survey: SurveyDocument, format: Format): Omit<ItemKind<AddressIds>, 'path' | 'work'> {
  return {
    name: `${survey}-${format}`,
    tag: '부동산 주소',
    collection: 'addresses',
    input: addressIdsSchema,
    policy: (request) => requireStaff(request),
    itemIds: ({ address_ids }) => [...new Set(address_ids)],
    finish: (context, ids) =>
      format === 'xlsx' ? surveyWorkbook(context, survey, ids) : surveyPdf(context, survey, ids),
    mediaType: format === 'xlsx' ? workbookMediaType : pdfMediaType,
    fileNames(requestedAt) {
      const day = toOfficeDay(requestedAt.getTime()).replaceAll('-', '')
      const { ascii, korean } = fileBaseNames[survey]
      return { ascii: `${ascii}_${day}.${format}`, korean: `${korean}_${day}.${format}` }
    },
  }
}

async function requireSurvey(db: Parameters<typeof readSurveys>[0], id: string): Promise<AddressSurvey> {
  await refuseStopped(db, id)
  const [survey] = await readSurveys(db, [id])
  if (!survey) throw new ItemError('삭제된 주소입니다.')
  const emptyReason = findEmptySurveyError(survey)
  if (emptyReason !== null) throw new ItemError(emptyReason)
  return survey
}

/** The problems of each row. Ignores differences for values just written. */
function formatNoteLines(survey: AddressSurvey, updatedLandIds: ReadonlySet<string>): string[] {
  const lands = survey.lands.map((land) => (updatedLandIds.has(land.id) ? { ...land, compensation: null } : land))
  return listProblemLines(listSurveyRows({ ...survey, lands }))
}

interface SurveyContext {
  readonly db: Kysely<Tables>
  readonly now: () => Date
  readonly signal: AbortSignal
}

type SurveyDocument = 'land_survey' | 'compensation'

/** 토지조서 or 보상금 산정조서 as a workbook streamed while addresses are read. */
function surveyWorkbook(context: SurveyContext, survey: SurveyDocument, ids: readonly string[]): Readable {
  const { name, columns }: { name: string; columns: readonly SheetColumn[] } =
    survey === 'land_survey' ? surveySheet : compensationSheet
  return writeSheet(buildBookLayout(name, columns), sheetChunks(context, survey, ids))
}

async function* sheetChunks(
  context: SurveyContext,
  survey: SurveyDocument,
  ids: readonly string[],
): AsyncGenerator<SheetChunk> {
  const releaseSlot = await acquireSlot('write')
  try {
    const sums = createSurveySums()
    for await (const numberedRows of readNumberedRows(context, ids)) {
      for (const { row } of numberedRows) sums.add(row)
      const rows =
        survey === 'land_survey'
          ? numberedRows.map((numberedRow) => surveySheet.toCells(numberedRow))
          : numberedRows.flatMap(listParts).map((part) => compensationSheet.toCells(part))
      yield { rows }
    }
    const total = sums.total()
    const rows = survey === 'land_survey' ? buildSurveyTotals(total) : buildCompensationTotals(total, sums.owners())
    yield { rows, isTotal: true }
  } finally {
    releaseSlot()
  }
}

/**
 * The same survey as a PDF: A4 landscape, with table header and page number on each page and sums
 * at the end.
 */
async function surveyPdf(context: SurveyContext, paper: SurveyDocument, ids: readonly string[]): Promise<Readable> {
  const survey = await readSurveyData(context, ids)
  const office = await readOffice(context.db)
  return writeForms(
    wrapEach(paper === 'land_survey' ? landForms(context, survey, ids) : compensationForms(context, survey, ids)),
    {
      title: paper === 'land_survey' ? '토지조서' : '보상금 산정조서',
      author: office.name,
      createdAt: context.now().toISOString(),
    },
  )
}

/** 토지조서, then 물건조서 if there are buildings. Each reads the addresses separately. */
async function* landForms(
  context: SurveyContext,
  survey: SurveyTexts,
  ids: readonly string[],
): AsyncGenerator<FilledForm> {
  const sums = createSurveySums()
  yield buildSurveyHead('land_survey', survey)
  for await (const numberedRows of readNumberedRows(context, ids, 'land')) {
    for (const { row } of numberedRows) sums.add(row)
    yield buildSurveyRows('land_survey', numberedRows.map(toLandCells))
  }
  yield buildSurveyFoot('land_survey', sums.total(), survey)
  yield* objectForms(context, survey, ids)
}

async function* objectForms(
  context: SurveyContext,
  survey: SurveyTexts,
  ids: readonly string[],
): AsyncGenerator<FilledForm> {
  const sums = createSurveySums()
  const form = 'object_survey' satisfies SurveyFormName
  for await (const numberedRows of readNumberedRows(context, ids, 'building')) {
    if (numberedRows.length === 0) continue
    if (sums.total().buildings === 0) yield buildSurveyHead(form, survey)
    for (const { row } of numberedRows) sums.add(row)
    yield buildSurveyRows(form, numberedRows.map(toObjectCells))
  }
  if (sums.total().buildings > 0) yield buildSurveyFoot(form, sums.total(), survey)
}

/** 산정조서 row by row, then the total of each owner. */
async function* compensationForms(
  context: SurveyContext,
  survey: SurveyTexts,
  ids: readonly string[],
): AsyncGenerator<FilledForm> {
  const sums = createSurveySums()
  yield buildSurveyHead('compensation', survey)
  for await (const numberedRows of readNumberedRows(context, ids)) {
    for (const { row } of numberedRows) sums.add(row)
    yield buildSurveyRows('compensation', numberedRows.flatMap(toCompensationCells))
  }
  const total = sums.total()
  yield buildSurveyFoot('compensation', total, survey)
  yield buildSurveyHead('owner_sums', survey)
  const owners = sums.owners()
  for (let start = 0; start < owners.length; start += ownersPerPart)
    yield buildSurveyRows(
      'owner_sums',
      owners.slice(start, start + ownersPerPart).map((owner, index) => toOwnerCells(owner, start + index)),
    )
  yield buildSurveyFoot('owner_sums', { ...total, amount: total.amount - total.undivided }, survey)
}

const ownersPerPart = 200

async function* wrapEach(forms: AsyncIterable<FilledForm>): AsyncGenerator<readonly FilledForm[]> {
  for await (const form of forms) yield [form]
}

/** Numbered rows, read in chunks of addresses. */
async function* readNumberedRows(
  { db, signal }: SurveyContext,
  ids: readonly string[],
  kind?: SurveyRow['kind'],
): AsyncGenerator<readonly NumberedRow[]> {
  let number = 0
  for await (const surveys of readSurveyChunks(db, ids, signal)) {
    const rows = surveys.flatMap(listSurveyRows).filter((row) => kind === undefined || row.kind === kind)
    yield rows.map((row) => {
      number += 1
      return { number, row }
    })
  }
}

/** 사업구간 and 사업시행자 of all addresses; if there are several, the first and the number of others. */
async function readSurveyData({ db, now }: SurveyContext, ids: readonly string[]): Promise<SurveyTexts> {
  const rows = await db
    .selectFrom('address as a')
    .innerJoin('project as p', 'p.id', 'a.project')
    .leftJoin('manager as m', 'm.id', 'p.manager')
    .leftJoin('company as c', 'c.id', 'm.company')
    .select(['p.name as project', 'c.name as company'])
    .distinct()
    .where('a.id', 'in', ids)
    .orderBy('p.name')
    .execute()
  const companies = new Set(rows.flatMap(({ company }) => company ?? []))
  const [first, ...otherRows] = rows
  const more = otherRows.length === 0 ? '' : ` 외 ${otherRows.length}건`
  return {
    project: first === undefined ? '' : `${first.project}${more}`,
    // A survey has one developer; if there are several, nobody signs for the others.
    developer: companies.size === 1 ? ([...companies][0] ?? '') : '',
    day: toOfficeDay(now().getTime()),
  }
}
