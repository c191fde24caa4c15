import { z } from 'zod'
import type { RecordDescription } from './books/field.ts'
import { recordSchemas } from './books/record-schema.ts'
import { genericExportNames } from './generic-resource.ts'
import { filterText, listedValues, listTotalShape, orderShape, pageShape } from './list-question.ts'
import { plainNumber } from './plain-number.ts'
import { peopleRoles, peopleStates } from './people-words.ts'
import { devicesSchema } from './session.ts'
import { idSchema, instantSchema } from './values.ts'

/** Base of the calls about users (spec 3 §7 "User monitor"), superusers only. */
export const peoplePath = '/api/mysql/user'

/**
 * User record 사용자 (spec 3 §3, research/domain.md §3.2): no book, because no device keeps a copy of it. `card_num` travels to the server whole and from it masked
 * in the middle; `vacation_over_days` is what is left of this year's annual leave, below zero what was taken beyond it.
 */
export const personDescription = {
  name: 'users',
  label: '사용자',
  groups: { basic: '기본 정보', work: '근무', account: '계정' },
  fields: [
    {
      key: 'name',
      label: '이름',
      kind: 'text',
      group: 'basic',
      required: true,
      maxLength: 50,
      width: 108,
      pinned: true,
    },
    {
      key: 'email',
      label: '이메일',
      kind: 'text',
      masks: 'email',
      group: 'basic',
      required: true,
      maxLength: 100,
      width: 200,
    },
    {
      key: 'phone_num',
      label: '휴대전화',
      kind: 'text',
      masks: 'phone',
      isHyphenated: true,
      group: 'basic',
      required: true,
      maxLength: 30,
      width: 136,
    },
    { key: 'position', label: '직급', kind: 'text', group: 'work', maxLength: 50, width: 96 },
    {
      key: 'card_num',
      label: '법인카드 번호',
      kind: 'text',
      masks: 'number',
      group: 'work',
      maxLength: 30,
      width: 176,
    },
    { key: 'employment_date', label: '입사일', kind: 'date', group: 'work', width: 112 },
    {
      key: 'vacation_over_days',
      label: '잔여 연차(일)',
      kind: 'number',
      group: 'work',
      editable: false,
      scale: 1,
      width: 104,
    },
    { key: 'dept', label: '부서', kind: 'text', group: 'work', maxLength: 50, width: 112, shown: false },
    { key: 'left_on', label: '퇴사일', kind: 'date', group: 'work', width: 112, shown: false },
    { key: 'role', label: '권한', kind: 'enum', group: 'account', editable: false, width: 104, choices: peopleRoles },
    { key: 'state', label: '상태', kind: 'enum', group: 'account', editable: false, width: 84, choices: peopleStates },
    { key: 'last_login', label: '최근 로그인', kind: 'datetime', group: 'account', editable: false, width: 140 },
  ],
} as const satisfies RecordDescription

const schemas = recordSchemas(personDescription)

/** Whoever never told the provider an e-mail or a telephone number has none yet: only an edit must not leave them empty. */
export const personSchema = schemas.row.extend({
  name: z.string(),
  email: z.string().nullable(),
  phone_num: z.string().nullable(),
  left_on: z.string().nullable(),
  role: z.enum(['member', 'staff', 'superuser']),
  state: z.enum(['active', 'blocked']),
})
export type Person = z.infer<typeof personSchema>

const listedOf = (known: readonly string[]) =>
  filterText.refine(
    (written = '') => listedValues(written).every((value) => known.includes(value)),
    '선택할 수 없는 값입니다.',
  )

/** Filters of the list and of its export: parts of words in name and position (spec 3 §2), and choices joined by commas. */
export const peopleFilterShape = {
  search: filterText,
  name: filterText,
  position: filterText,
  role: listedOf(peopleRoles.map(({ value }) => value)),
  state: listedOf(peopleStates.map(({ value }) => value)),
  ...orderShape,
}

/** `GET /api/mysql/user/`, also at `list`. */
export const peopleQuerySchema = z.object({ ...peopleFilterShape, ...pageShape })
export type PeopleQuestion = z.output<z.ZodObject<typeof peopleFilterShape>>
export const peopleListSchema = z.object({ results: z.array(personSchema), ...listTotalShape })

/** `PUT /api/mysql/user/`, and without the id at `{id}/update`: what is absent is unchanged. With `version` it is refused when somebody was first. */
type WrittenKey = Exclude<(typeof personDescription)['fields'][number], { editable: false }>['key']
const written = schemas.change.shape as Readonly<Record<WrittenKey, z.ZodType<string | null | undefined>>>
export const personUpdateSchema = z.strictObject({ ...written, version: z.int().positive().optional() })
export const personChangeSchema = personUpdateSchema.extend({ id: idSchema })

export const personParamsSchema = z.strictObject({ id: idSchema })

/** `PUT {id}/role`: what somebody may do from now on. Taking a role away ends that person's sessions at once (decision 6). */
export const roleChangeSchema = z.strictObject({ role: z.enum(['member', 'staff', 'superuser']) })
/** `PUT {id}/block`: who is blocked is signed out and cannot sign in. */
export const blockChangeSchema = z.strictObject({ is_blocked: z.boolean() })

/**
 * `GET {id}/devices`: where somebody is signed in, the last used first. `last_contact_at`: kept to about ten minutes; `unsent`: edits that the device told of and that have not arrived,
 * null where it never told of any.
 */
export const personDevicesSchema = z.object({
  devices: z.array(
    devicesSchema.shape.devices.element
      .omit({ is_this: true, last_used_at: true })
      .extend({ last_contact_at: instantSchema, unsent: z.int().nonnegative().nullable() }),
  ),
})
export type PersonDevice = z.infer<typeof personDevicesSchema>['devices'][number]

/** `GET {id}/grants`: every change of what somebody may do, the newest first. `after` null: the account was deleted. */
const standingSchema = z.object({ role: z.enum(['member', 'staff', 'superuser']), is_blocked: z.boolean() })
export const grantsSchema = z.object({
  grants: z.array(
    z.object({
      seq: z.int(),
      at: instantSchema,
      by: z.string(),
      before: standingSchema,
      after: standingSchema.nullable(),
    }),
  ),
})
export type Grant = z.infer<typeof grantsSchema>['grants'][number]

/** `GET filter_options`: what positions and departments there are. */
export const peopleOptionsSchema = z.record(z.string(), z.array(z.object({ value: z.string(), label: z.string() })))

/** `GET export_excel` (spec 3 §9: named from the current date; research/domain.md §3.3). */
export function peopleExportNames(today: string) {
  return { ascii: genericExportNames(personDescription, today).ascii, korean: `사용자목록_${today}.xlsx` }
}

/** Digits of a card number; null for what is none. */
export function cardDigits(text: string): string | null {
  const digits = plainNumber(text).replace(/[\s-]/g, '')
  return /^\d{14,19}$/.test(digits) ? digits : null
}

/** The first and the last four digits, in groups of four (research/domain.md §3.2 "mask 가운데 8"). */
export function maskedCard(digits: string): string {
  const masked = `${digits.slice(0, 4)}${'*'.repeat(digits.length - 8)}${digits.slice(-4)}`
  return masked.replace(/(.{4})(?=.)/g, '$1-')
}

export const cardFault = '카드 번호 14~19자리를 숫자로 입력해 주세요.'
