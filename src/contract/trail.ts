import { z } from 'zod'
import type { RecordDescription } from './books/field.ts'
import { genericExportNames } from './generic-resource.ts'
import { filterDay, filterText, listTotalShape } from './list-question.ts'
import { holdsResidentNumber } from './resident-number.ts'
import { actChoices, areaChoices } from './trail-words.ts'
import { instantSchema } from './values.ts'

/** Base of the calls about 접속기록, superusers only. */
export const trailPath = '/api/audit'

/** 접속기록: who saw, changed, printed or exported whose data, when and from where (research/domain.md §4 R8). An act or area without a word is shown as it is stored. */
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
 * `name`: part of the name under which somebody acted; `act`: acts joined by commas; `subject`: words of whose data it was; `address`: how the address begins; `search`: words found in name,
 * act, area, whose data it was, or the address; `copies`: with what devices copied for working offline, one row a copy. Whoever asks for that act by itself has it, too.
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
 * `GET /api/audit/`, the newest first. A question without `after` is itself written down; `after` is what its answer said in `next`, and reads on in the same question,
 * without the rows that came since.
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
  /** Empty: nobody signed in. */
  user_name: z.string(),
  address: z.string().nullable(),
  act: z.string(),
  collection: z.string().nullable(),
  record_id: z.string().nullable(),
  subject: z.string().nullable(),
  /** What helps to reconstruct the act: filters of a list, number of rows, changed field keys. */
  detail: z.unknown(),
})
export type TrailEntry = z.infer<typeof trailEntrySchema>

/** The numbers of rows come with the first page. `next` null: that was all. */
export const trailPageSchema = z.object({
  results: z.array(trailEntrySchema),
  next: z.string().nullable(),
  ...z.object(listTotalShape).partial().shape,
})
export type TrailPage = z.infer<typeof trailPageSchema>

/** `GET export_excel`, named from the current date as every list. */
export const trailExportNames = (today: string) => genericExportNames(trailDescription, today)
