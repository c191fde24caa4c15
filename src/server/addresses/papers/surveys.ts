import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { addressActions, addressIdsSchema, surveyPaperPaths } from '#contract/addresses/address-actions.ts'
import { calculateCompensation } from '#domain/compensation/compensation.ts'
import {
  compensationCells,
  landCells,
  objectCells,
  ownerCells,
  surveyFormFoot,
  surveyFormHead,
  surveyFormRows,
  type SurveyData,
  type SurveyFormName,
} from '#domain/compensation/survey-forms.ts'
import { emptySurvey, surveyRowLines, surveyRows, type SurveyRow } from '#domain/compensation/survey-rows.ts'
import {
  compensationSheet,
  compensationTotals,
  listParts,
  type NumberedRow,
  surveySheet,
  surveyTotals,
  surveySums,
} from '#domain/compensation/survey-sheet.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import type { FilledForm } from '#domain/filings/filing.ts'
import { formatWon } from '#domain/money/won.ts'
import type { SheetColumn } from '#domain/sheets/record-sheet.ts'
import { writableCollection } from '#server/db/writable-collection.ts'
import type { WritePipeline } from '#server/db/write-pipeline-types.ts'
import { bookLayout } from '#server/documents/export/write-book.ts'
import { writeForms } from '#server/documents/forms/write-forms.ts'
import { pdfMediaType } from '#server/documents/pdf/pdf-document.ts'
import { acquireSlot } from '#server/documents/warm-workers.ts'
import { workbookMediaType, type SheetChunk } from '#server/documents/xlsx/sheet.ts'
import { writeSheet } from '#server/documents/xlsx/write-sheet.ts'
import { type ItemKind, ItemError } from '#server/jobs/task-kind.ts'
import { readOffice } from '#server/office-profile/read-office.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { refuseStopped, itemNote, ownTransaction, readUserName } from './paper-task.ts'
import { readSurveys, type ReadSurvey, eachSurveys } from './read-papers.ts'

type AddressIds = typeof addressIdsSchema
type Format = 'xlsx' | 'pdf'

/** `generate_land_survey`: 토지조서 and 물건조서 as a workbook or PDF. Writes no records. */
export function landSurveyKind(format: Format): ItemKind<AddressIds> {
  return {
    ...surveyKind('land_survey', format),
    path: format === 'xlsx' ? addressActions.landSurvey.path : surveyPaperPaths.landSurvey,
    async work({ db }, id) {
      return itemNote(noteLines(await readOne(db, id), new Set()))
    },
  }
}

/**
 * `calculate_compensation`: proposes 보상액 for all parcels in 보상금 산정조서. Writes only `compensation` of
 * lands with known 편입면적 and 단가, each as an undoable change. Buildings need an appraisal and are
 * never calculated.
 */
export function compensationKind(writes: Pick<WritePipeline, 'within'>, format: Format): ItemKind<AddressIds> {
  return {
    ...surveyKind('compensation', format),
    path: format === 'xlsx' ? addressActions.compensation.path : surveyPaperPaths.compensation,
    async work({ db, userId }, id) {
      const trx = ownTransaction(db)
      // Locks the lands, so that no price changes between calculation and write.
      await trx.selectFrom('address_land').select('id').where('address_id', '=', id).orderBy('id').forUpdate().execute()
      const survey = await readOne(trx, id)
      const writer = { userId, userName: await readUserName(db, userId), ipAddress: null }
      const due = survey.lands.flatMap(({ id: land, taken_area, unit_price, compensation: before }) => {
        const won = calculateCompensation(taken_area, unit_price)
        return won === null || won === before ? [] : [{ land, won, before }]
      })
      for (const { land, won } of due)
        await writes.within(trx, landCollection, { kind: 'update', body: { id: land, compensation: won }, writer })
      const written = new Set(due.map(({ land }) => land))
      return itemNote([...dueLines(due), ...noteLines(survey, written)])
    },
  }
}

function dueLines(due: readonly { won: number; before: number | null }[]): string[] {
  if (due.length === 0) return ['새로 기록할 보상액이 없습니다.']
  const replaced = due.flatMap(({ before, won }) =>
    before === null ? [] : [`이전 보상액 ${formatWon(before)}원 → ${formatWon(won)}원.`],
  )
  return [`토지 ${due.length}필지의 보상액을 기록했습니다.`, ...replaced]
}

const landCollection = writableCollection('address-lands')

const names = {
  land_survey: { ascii: 'land_survey', korean: '토지조서' },
  compensation: { ascii: 'compensation', korean: '보상금산정조서' },
} as const

function surveyKind(paper: SurveyPaper, format: Format): Omit<ItemKind<AddressIds>, 'path' | 'work'> {
  return {
    name: `${paper}-${format}`,
    tag: '부동산 주소',
    collection: 'addresses',
    input: addressIdsSchema,
    policy: (request) => requireStaff(request),
    itemIds: ({ address_ids }) => [...new Set(address_ids)],
    finish: (context, ids) =>
      format === 'xlsx' ? surveyWorkbook(context, paper, ids) : surveyPdf(context, paper, ids),
    mediaType: format === 'xlsx' ? workbookMediaType : pdfMediaType,
    fileNames(requestedAt) {
      const day = officeDay(requestedAt.getTime()).replaceAll('-', '')
      const { ascii, korean } = names[paper]
      return { ascii: `${ascii}_${day}.${format}`, korean: `${korean}_${day}.${format}` }
    },
  }
}

async function readOne(db: Parameters<typeof readSurveys>[0], id: string): Promise<ReadSurvey> {
  await refuseStopped(db, id)
  const [survey] = await readSurveys(db, [id])
  if (!survey) throw new ItemError('삭제된 주소입니다.')
  const empty = emptySurvey(survey)
  if (empty !== null) throw new ItemError(empty)
  return survey
}

/** What is missing in each row. Ignores differences for values just written. */
function noteLines(survey: ReadSurvey, written: ReadonlySet<string>): string[] {
  const lands = survey.lands.map((land) => (written.has(land.id) ? { ...land, compensation: null } : land))
  return surveyRowLines(surveyRows({ ...survey, lands }))
}

interface SurveyContext {
  readonly db: Kysely<Tables>
  readonly now: () => Date
  readonly signal: AbortSignal
}

type SurveyPaper = 'land_survey' | 'compensation'

/** 토지조서 or 보상금 산정조서 as a workbook streamed while addresses are read. */
function surveyWorkbook(context: SurveyContext, paper: SurveyPaper, ids: readonly string[]): Readable {
  const { name, columns }: { name: string; columns: readonly SheetColumn[] } =
    paper === 'land_survey' ? surveySheet : compensationSheet
  return writeSheet(bookLayout(name, columns), sheetChunks(context, paper, ids))
}

async function* sheetChunks(
  context: SurveyContext,
  paper: SurveyPaper,
  ids: readonly string[],
): AsyncGenerator<SheetChunk> {
  const releaseTurn = await acquireSlot('write')
  try {
    const sums = surveySums()
    for await (const placed of eachRows(context, ids)) {
      for (const { row } of placed) sums.add(row)
      const rows =
        paper === 'land_survey'
          ? placed.map((placedRow) => surveySheet.toCells(placedRow))
          : placed.flatMap(listParts).map((part) => compensationSheet.toCells(part))
      yield { rows }
    }
    const total = sums.total()
    const rows = paper === 'land_survey' ? surveyTotals(total) : compensationTotals(total, sums.owners())
    yield { rows, isTotal: true }
  } finally {
    releaseTurn()
  }
}

/**
 * The same as PDF: A4 landscape, with table header and page number on each page and sums at the
 * end.
 */
async function surveyPdf(context: SurveyContext, paper: SurveyPaper, ids: readonly string[]): Promise<Readable> {
  const survey = await readSurvey(context, ids)
  const office = await readOffice(context.db)
  return writeForms(
    oneByOne(paper === 'land_survey' ? landForms(context, survey, ids) : moneyForms(context, survey, ids)),
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
  survey: SurveyData,
  ids: readonly string[],
): AsyncGenerator<FilledForm> {
  const sums = surveySums()
  yield surveyFormHead('land_survey', survey)
  for await (const placed of eachRows(context, ids, 'land')) {
    for (const { row } of placed) sums.add(row)
    yield surveyFormRows('land_survey', placed.map(landCells))
  }
  yield surveyFormFoot('land_survey', sums.total(), survey)
  yield* objectForms(context, survey, ids)
}

async function* objectForms(
  context: SurveyContext,
  survey: SurveyData,
  ids: readonly string[],
): AsyncGenerator<FilledForm> {
  const sums = surveySums()
  const form = 'object_survey' satisfies SurveyFormName
  for await (const placed of eachRows(context, ids, 'building')) {
    if (placed.length === 0) continue
    if (sums.total().buildings === 0) yield surveyFormHead(form, survey)
    for (const { row } of placed) sums.add(row)
    yield surveyFormRows(form, placed.map(objectCells))
  }
  if (sums.total().buildings > 0) yield surveyFormFoot(form, sums.total(), survey)
}

/** 산정조서 row by row, then the total of each owner. */
async function* moneyForms(
  context: SurveyContext,
  survey: SurveyData,
  ids: readonly string[],
): AsyncGenerator<FilledForm> {
  const sums = surveySums()
  yield surveyFormHead('compensation', survey)
  for await (const placed of eachRows(context, ids)) {
    for (const { row } of placed) sums.add(row)
    yield surveyFormRows('compensation', placed.flatMap(compensationCells))
  }
  const total = sums.total()
  yield surveyFormFoot('compensation', total, survey)
  yield surveyFormHead('owner_sums', survey)
  const owners = sums.owners()
  for (let at = 0; at < owners.length; at += ownersPerPart)
    yield surveyFormRows(
      'owner_sums',
      owners.slice(at, at + ownersPerPart).map((owner, index) => ownerCells(owner, at + index)),
    )
  yield surveyFormFoot('owner_sums', { ...total, amount: total.amount - total.undivided }, survey)
}

const ownersPerPart = 200

async function* oneByOne(forms: AsyncIterable<FilledForm>): AsyncGenerator<readonly FilledForm[]> {
  for await (const form of forms) yield [form]
}

/** Numbered rows, read in chunks of addresses. */
async function* eachRows(
  { db, signal }: SurveyContext,
  ids: readonly string[],
  kind?: SurveyRow['kind'],
): AsyncGenerator<readonly NumberedRow[]> {
  let number = 0
  for await (const surveys of eachSurveys(db, ids, signal)) {
    const rows = surveys.flatMap(surveyRows).filter((row) => kind === undefined || row.kind === kind)
    yield rows.map((row) => {
      number += 1
      return { number, row }
    })
  }
}

/** 사업구간 and 사업시행자 of all addresses; if there are several, the first and the number of others. */
async function readSurvey({ db, now }: SurveyContext, ids: readonly string[]): Promise<SurveyData> {
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
  const [first, ...others] = rows
  const more = others.length === 0 ? '' : ` 외 ${others.length}건`
  return {
    project: first === undefined ? '' : `${first.project}${more}`,
    // A survey has one developer; if there are several, nobody signs for the others.
    developer: companies.size === 1 ? ([...companies][0] ?? '') : '',
    day: officeDay(now().getTime()),
  }
}
