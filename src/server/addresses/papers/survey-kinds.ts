import { addressActions, addressIdsSchema, surveyPaperPaths } from '#contract/addresses/address-actions.ts'
import { compensationOf } from '#domain/compensation/compensation.ts'
import { emptySurvey, rowLines, surveyRows } from '#domain/compensation/survey-rows.ts'
import { formatWon } from '#domain/money/won.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import { writableCollection, type WritePipeline } from '../../db/writable-collection.ts'
import { pdfMediaType } from '../../documents/pdf/pdf-document.ts'
import { workbookMediaType } from '../../documents/xlsx/sheet.ts'
import { type ItemKind, ItemTrouble } from '../../jobs/item-kind.ts'
import { requireStaff } from '../../plugins/bearer.ts'
import { refuseStopped } from '../refuse-stopped.ts'
import { itemNote } from './item-note.ts'
import { ownTransaction } from './own-transaction.ts'
import { readSurveys, type ReadSurvey } from './read-surveys.ts'
import { surveyPdf, surveyWorkbook, type SurveyPaper } from './survey-files.ts'
import { userNameOf } from './user-name.ts'

type Ids = typeof addressIdsSchema
type Format = 'xlsx' | 'pdf'

/** `generate_land_survey`: 토지조서 and 물건조서 as a workbook or PDF. Writes no records. */
export function landSurveyKind(format: Format): ItemKind<Ids> {
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
export function compensationKind(writes: Pick<WritePipeline, 'within'>, format: Format): ItemKind<Ids> {
  return {
    ...surveyKind('compensation', format),
    path: format === 'xlsx' ? addressActions.compensation.path : surveyPaperPaths.compensation,
    async work({ db, userId }, id) {
      const trx = ownTransaction(db)
      // Locks the lands, so that no price changes between calculation and write.
      await trx.selectFrom('address_land').select('id').where('address_id', '=', id).orderBy('id').forUpdate().execute()
      const survey = await readOne(trx, id)
      const writer = { userId, userName: await userNameOf(db, userId), address: null }
      const due = survey.lands.flatMap(({ id: land, taken_area, unit_price, compensation: before }) => {
        const won = compensationOf(taken_area, unit_price)
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

function surveyKind(paper: SurveyPaper, format: Format): Omit<ItemKind<Ids>, 'path' | 'work'> {
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
  if (!survey) throw new ItemTrouble('삭제된 주소입니다.')
  const empty = emptySurvey(survey)
  if (empty !== null) throw new ItemTrouble(empty)
  return survey
}

/** What is missing in each row. Ignores differences for values just written. */
function noteLines(survey: ReadSurvey, written: ReadonlySet<string>): string[] {
  const lands = survey.lands.map((land) => (written.has(land.id) ? { ...land, compensation: null } : land))
  return rowLines(surveyRows({ ...survey, lands }))
}
