import type { core } from 'zod'
import { formatNumber } from '#contract/text/format-number.ts'

/**
 * Default Korean error messages of schemas, written for the person who entered the value. zod's own
 * Korean locale names types in English ("number이 너무 작습니다"). They never contain the value, which may
 * be secret.
 */
export function formatSchemaError(issue: core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? '필수 항목입니다.' : (typeErrors[issue.expected] ?? '올바르지 않은 값입니다.')
    case 'invalid_value':
      return listAllowedValues(issue.values.map(String))
    case 'too_small':
      return formatTooSmall(issue)
    case 'too_big':
      return formatTooBig(issue)
    case 'invalid_format':
      return formatErrors[issue.format] ?? '형식이 올바르지 않습니다.'
    case 'not_multiple_of':
      return `${formatNumber(issue.divisor)} 단위로 입력해 주세요.`
    case 'unrecognized_keys':
      return '알 수 없는 항목입니다.'
    default:
      return '올바르지 않은 값입니다.'
  }
}

const typeErrors: Partial<Record<string, string>> = {
  string: '글자로 입력해 주세요.',
  number: '숫자로 입력해 주세요.',
  int: '정수로 입력해 주세요.',
  boolean: '예(true) 또는 아니요(false)로 보내 주세요.',
  array: '목록(JSON 배열)으로 보내 주세요.',
  object: '항목 이름과 값(JSON 객체)으로 보내 주세요.',
  record: '항목 이름과 값(JSON 객체)으로 보내 주세요.',
}

const formatErrors: Partial<Record<string, string>> = {
  email: '이메일 주소의 형식이 올바르지 않습니다.',
  url: '인터넷 주소의 형식이 올바르지 않습니다.',
  date: '날짜는 2026-01-31 형식으로 입력해 주세요.',
  datetime: '시각은 2026-01-31T09:00:00+09:00 형식으로 입력해 주세요.',
  uuid: '번호 형식이 올바르지 않습니다.',
}

function listAllowedValues(values: readonly string[]): string {
  const named = values.map((value) => (value === '' ? "''" : value)).join(', ')
  return values.length === 1 ? `입력할 수 있는 값: ${named}` : `다음 중 하나로 입력해 주세요: ${named}`
}

function formatTooSmall({ origin, minimum, inclusive }: core.$ZodRawIssue<core.$ZodIssueTooSmall>): string {
  if (origin === 'string')
    return isOne(minimum) ? '비워 둘 수 없습니다.' : `${formatNumber(minimum)}자 이상 입력해 주세요.`
  if (isCounted(origin)) return `${formatNumber(minimum)}개 이상 보내 주세요.`
  return inclusive === false
    ? `${formatNumber(minimum)}보다 크게 입력해 주세요.`
    : `${formatNumber(minimum)} 이상으로 입력해 주세요.`
}

function formatTooBig({ origin, maximum, inclusive }: core.$ZodRawIssue<core.$ZodIssueTooBig>): string {
  if (origin === 'string') return `${formatNumber(maximum)}자 이하로 입력해 주세요.`
  if (isCounted(origin)) return `${formatNumber(maximum)}개 이하로 보내 주세요.`
  return inclusive === false
    ? `${formatNumber(maximum)}보다 작게 입력해 주세요.`
    : `${formatNumber(maximum)} 이하로 입력해 주세요.`
}

function isCounted(origin: string): boolean {
  return ['array', 'set', 'map', 'object', 'file'].includes(origin)
}

function isOne(value: number | bigint): boolean {
  return Number(value) === 1
}
