import { z } from 'zod'
import type { RecordDescription } from '../books/field.ts'
import { genericExportNames } from '../records/generic-resource.ts'
import { filterDay, filterText, listTotalShape } from '../records/list-question.ts'
import { holdsResidentNumber } from '../numbers/resident-number.ts'
import { actChoices, areaChoices } from './trail-words.ts'
import { instantSchema } from '../records/values.ts'

/** Base of the calls about 접속기록, superusers only. */
export const trailPath = '/api/audit'

/**
 * 접속기록: who saw, changed, printed or exported whose data, when and from where. An act or area
 * without a label is shown as stored.
 */
export const trailDescription = {
  name: 'audit',
  label: '접속기록',
  groups: { basic: '기본 정보' },
  fields: [
    { key: 'at', label: '일시', kind: 'datetime', group: 'basic', editable: false, width: 148, pinned: true },
    { key: 'user_name', label: '사용자', kind: 'text', group: 'basic', editable: false, width: 116 },
    { key: 'act', label: '행위', kind: 'enum', group: 'basic', editable: false, width: 136, choices: actChoices },
    {
      key: 'collection',
      label: '업무',
      kind: 'enum',
      group: 'basic',
      editable: false,
      width: 176,
      choices: areaChoices,
    },
    { key: 'subject', label: '대상', kind: 'text', group: 'basic', editable: false, width: 220, grows: true },
    { key: 'address', label: '접속 주소', kind: 'text', group: 'basic', editable: false, width: 136 },
  ],
} as const satisfies RecordDescription

const noNumber = filterText.refine(
  (text = '') => !holdsResidentNumber(text),
  '주민등록번호로는 검색하거나 필터를 적용할 수 없습니다.',
)

/**
 * `name`: substring of the acting person's name; `act`: acts joined by commas; `subject`: words of
 * the person concerned; `address`: prefix of the address; `search`: words in name, act, area,
 * person concerned or address; `copies`: includes devices' offline copies, one row each. Filtering
 * for that act also includes them.
 */
export const trailFilterShape = {
  name: noNumber,
  act: filterText,
  subject: noNumber,
  address: filterText,
  start: filterDay,
  end: filterDay,
  search: noNumber,
  copies: z.enum(['', 'shown']).optional(),
}
export type TrailQuestion = z.output<z.ZodObject<typeof trailFilterShape>>

/**
 * `GET /api/audit/`, newest first. A query without `after` is itself logged. `after` takes the
 * `next` of the previous page and continues that query without rows added since.
 */
export const trailQuerySchema = z.object({
  ...trailFilterShape,
  after: z
    .string()
    .regex(/^(|\d{1,15}~\d{1,15}~[\d:.TZ-]{20,30})$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})

export const trailEntrySchema = z.object({
  seq: z.int(),
  at: instantSchema,
  /** Empty if nobody was signed in. */
  user_name: z.string(),
  address: z.string().nullable(),
  act: z.string(),
  collection: z.string().nullable(),
  record_id: z.string().nullable(),
  subject: z.string().nullable(),
  /** Details to reconstruct the act: filters of a list, number of rows, changed field keys. */
  detail: z.unknown(),
})
export type TrailEntry = z.infer<typeof trailEntrySchema>

/** The total is returned with the first page only. `next` is null on the last page. */
export const trailPageSchema = z.object({
  results: z.array(trailEntrySchema),
  next: z.string().nullable(),
  ...z.object(listTotalShape).partial().shape,
})
export type TrailPage = z.infer<typeof trailPageSchema>

/** `GET export_excel`: named by today's date like every list. */
export const trailExportNames = (today: string) => genericExportNames(trailDescription, today)
