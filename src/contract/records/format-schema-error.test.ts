import { expect, test } from 'vitest'
import { z } from 'zod'
import { formatSchemaError } from './format-schema-error.ts'

const cases: readonly [string, z.ZodType, unknown, string][] = [
  ['nothing', z.string(), undefined, '필수 항목입니다.'],
  ['a number instead of text', z.string(), 3, '글자로 입력해 주세요.'],
  ['text instead of a number', z.number(), '3', '숫자로 입력해 주세요.'],
  ['a fraction instead of a whole number', z.int(), 1.5, '정수로 입력해 주세요.'],
  ['text instead of a boolean', z.boolean(), 'yes', '예(true) 또는 아니요(false)로 보내 주세요.'],
  ['a single value instead of a list', z.array(z.string()), 'a', '목록(JSON 배열)으로 보내 주세요.'],
  ['a list instead of an object', z.object({}), [], '항목 이름과 값(JSON 객체)으로 보내 주세요.'],
  ['a number below the minimum', z.number().min(1), 0, '1 이상으로 입력해 주세요.'],
  ['a number equal to an exclusive minimum', z.number().gt(0), 0, '0보다 크게 입력해 주세요.'],
  ['a number above the maximum', z.number().max(10_000), 10_001, '10,000 이하로 입력해 주세요.'],
  ['a number equal to an exclusive maximum', z.number().lt(5), 5, '5보다 작게 입력해 주세요.'],
  ['an empty text', z.string().min(1), '', '비워 둘 수 없습니다.'],
  ['a text that is too short', z.string().min(4), 'abc', '4자 이상 입력해 주세요.'],
  ['a text that is too long', z.string().max(2), 'abc', '2자 이하로 입력해 주세요.'],
  ['a list with too few entries', z.array(z.string()).min(1), [], '1개 이상 보내 주세요.'],
  ['a list with too many entries', z.array(z.string()).max(1), ['a', 'b'], '1개 이하로 보내 주세요.'],
  ['a number that is no multiple', z.number().multipleOf(10), 5, '10 단위로 입력해 주세요.'],
  ['a value outside of the choices', z.enum(['asc', 'desc']), 'up', '다음 중 하나로 입력해 주세요: asc, desc'],
  ['a value other than the only one allowed', z.literal('true'), 'false', '입력할 수 있는 값: true'],
  ['an invalid e-mail address', z.email(), 'a', '이메일 주소의 형식이 올바르지 않습니다.'],
  ['an invalid instant', z.iso.datetime(), 'now', '시각은 2026-01-31T09:00:00+09:00 형식으로 입력해 주세요.'],
  ['a text that does not match the pattern', z.string().regex(/^\d$/), 'a', '형식이 올바르지 않습니다.'],
  ['a value of none of two types', z.union([z.string(), z.number()]), true, '올바르지 않은 값입니다.'],
  ['an unknown key', z.strictObject({}), { a: 1 }, '알 수 없는 항목입니다.'],
]

test.each(cases)('%s is reported in Korean', (_name, schema, value, text) => {
  const issue = schema.safeParse(value, { error: formatSchemaError }).error?.issues[0]
  expect(issue?.message).toBe(text)
})
