import { z } from 'zod'
import { choice, date, instant, number, text } from '#contract/books/field-builders.ts'
import type { RecordDescription } from '#contract/books/field.ts'
import { getRecordSchemas } from '#contract/books/record-schema.ts'
import { buildGenericFileNames } from '#contract/records/generic-resource.ts'
import { filterText, listTotalShape, orderShape, pageShape, splitValues } from '#contract/records/list-query.ts'
import { idSchema, instantSchema } from '#contract/records/values.ts'
import { devicesSchema } from '#contract/session/session.ts'
import { normalizeNumber } from '#contract/text/normalize-number.ts'

/** Base of the calls about users, superusers only. */
export const peoplePath = '/api/mysql/user'

/** Roles, each including the ones before it. */
export const peopleRoles = [
  { value: 'member', label: '일반 회원' },
  { value: 'staff', label: '직원', tone: 'info' },
  { value: 'superuser', label: '최고관리자', tone: 'primary' },
] as const
export type PeopleRole = (typeof peopleRoles)[number]['value']

export const peopleStates = [
  { value: 'active', label: '사용', tone: 'good' },
  { value: 'blocked', label: '차단', tone: 'danger' },
] as const

/**
 * User record 사용자. Not a book, because devices keep no copy. `card_num` is sent to the server in
 * full and returned masked in the middle; `vacation_over_days` is the rest of this year's annual
 * leave, negative if overdrawn. Fields are in the order of their use, so that the role and the
 * state are in view next to the name.
 */
export const personDescription = {
  name: 'users',
  label: '사용자',
  groups: { basic: '기본 정보', work: '근무', account: '계정' },
  fields: [
    text('name', '이름', 50, { pinned: true, required: true, width: 108 }),
    choice('role', '권한', { group: 'account', editable: false, width: 104 }, peopleRoles),
    choice('state', '상태', { group: 'account', editable: false, width: 84 }, peopleStates),
    instant('last_login', '최근 로그인', { group: 'account', editable: false, width: 140 }),
    text('position', '직급', 50, { group: 'work', width: 96 }),
    text('email', '이메일', 100, { required: true, width: 200, masks: 'email' }),
    text('phone_num', '휴대전화', 30, { required: true, width: 136, masks: 'phone', isHyphenated: true }),
    number('vacation_over_days', '잔여 연차(일)', { group: 'work', editable: false, scale: 1, width: 104 }),
    date('employment_date', '입사일', { group: 'work', width: 112 }),
    text('card_num', '법인카드 번호', 30, { group: 'work', width: 176, masks: 'number' }),
    text('dept', '부서', 50, { group: 'work', width: 112, shown: false }),
    date('left_on', '퇴사일', { group: 'work', width: 112, shown: false }),
  ],
} as const satisfies RecordDescription

const schemas = getRecordSchemas(personDescription)

/**
 * A user whose sign-in provider reported no e-mail or telephone number has none, so stored rows may
 * lack them; edits may not empty them.
 */
export const personSchema = schemas.row.extend({
  name: z.string(),
  email: z.string().nullable(),
  phone_num: z.string().nullable(),
  left_on: z.string().nullable(),
  role: z.enum(['member', 'staff', 'superuser']),
  state: z.enum(['active', 'blocked']),
})
export type Person = z.infer<typeof personSchema>

const choiceListSchema = (allowedValues: readonly string[]) =>
  filterText.refine(
    (list = '') => splitValues(list).every((value) => allowedValues.includes(value)),
    '선택할 수 없는 값입니다.',
  )

/**
 * Filters of the list and its export: substrings of name and position, and choices joined by
 * commas.
 */
export const peopleFilterShape = {
  search: filterText,
  name: filterText,
  position: filterText,
  role: choiceListSchema(peopleRoles.map(({ value }) => value)),
  state: choiceListSchema(peopleStates.map(({ value }) => value)),
  ...orderShape,
}

/** `GET /api/mysql/user/`, also at `list`. */
export const peopleQuerySchema = z.object({ ...peopleFilterShape, ...pageShape })
export type PeopleListQuery = z.output<z.ZodObject<typeof peopleFilterShape>>
export const peopleListSchema = z.object({ results: z.array(personSchema), ...listTotalShape })

type EditableKey = Exclude<(typeof personDescription)['fields'][number], { editable: false }>['key']
const changeShape = schemas.change.shape as Readonly<Record<EditableKey, z.ZodType<string | null | undefined>>>
/**
 * `PUT /api/mysql/user/`, or without the id in the body at `{id}/update`: absent fields are
 * unchanged. With `version`, it is refused if somebody else has written since.
 */
export const personUpdateSchema = z.strictObject({ ...changeShape, version: z.int().positive().optional() })
export const personChangeSchema = personUpdateSchema.extend({ id: idSchema })

export const personParamsSchema = z.strictObject({ id: idSchema })

/** `PUT {id}/role`: sets the role. Lowering it ends that person's sessions at once. */
export const roleChangeSchema = z.strictObject({ role: z.enum(['member', 'staff', 'superuser']) })
/** `PUT {id}/block`: a blocked user is signed out and cannot sign in. */
export const blockChangeSchema = z.strictObject({ is_blocked: z.boolean() })

/**
 * `GET {id}/devices`: the person's sessions, last used first. `last_contact_at` is accurate to
 * about ten minutes; `unsent`: edits the device reported that have not arrived, null if it never
 * reported any.
 */
export const personDevicesSchema = z.object({
  devices: z.array(
    devicesSchema.shape.devices.element
      .omit({ is_this: true, last_used_at: true })
      .extend({ last_contact_at: instantSchema, unsent: z.int().nonnegative().nullable() }),
  ),
})
export type PersonDevice = z.infer<typeof personDevicesSchema>['devices'][number]

const roleSchema = z.object({ role: z.enum(['member', 'staff', 'superuser']), is_blocked: z.boolean() })
/**
 * `GET {id}/grants`: every change of role or block, newest first. `after` is null if the account
 * was deleted.
 */
export const grantsSchema = z.object({
  grants: z.array(
    z.object({
      seq: z.int(),
      at: instantSchema,
      by: z.string(),
      before: roleSchema,
      after: roleSchema.nullable(),
    }),
  ),
})
export type Grant = z.infer<typeof grantsSchema>['grants'][number]

/** `GET filter_options`: existing positions and departments. */
export const peopleOptionsSchema = z.record(z.string(), z.array(z.object({ value: z.string(), label: z.string() })))

/** `GET export_excel`: named by today's date. */
export function buildPeopleFileNames(today: string) {
  return { ascii: buildGenericFileNames(personDescription, today).ascii, korean: `사용자목록_${today}.xlsx` }
}

/** Digits of a card number; null if the text is not one. */
export function parseCardNumber(input: string): string | null {
  const digits = normalizeNumber(input).replace(/[\s-]/g, '')
  return /^\d{14,19}$/.test(digits) ? digits : null
}

/** Shows the first and last four digits, in groups of four. */
export function maskCard(digits: string): string {
  const masked = `${digits.slice(0, 4)}${'*'.repeat(digits.length - 8)}${digits.slice(-4)}`
  return masked.replace(/(.{4})(?=.)/g, '$1-')
}

export const cardNumberError = '카드 번호 14~19자리를 숫자로 입력해 주세요.'
