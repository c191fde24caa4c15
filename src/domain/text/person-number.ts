import {
  classifyNumberOwner,
  findResidentNumberError,
  fitsCorporation,
  fitsPerson,
  isBirthday,
} from '#contract/person-numbers/resident-number.ts'
import { normalizeNumber } from '#contract/text/normalize-number.ts'

export type PartyKind = 'person' | 'corporation'

/** A typed number: its thirteen digits, or why it is invalid. */
type CheckedPersonNumber =
  | {
      readonly ok: true
      readonly digits: string
      /** Shown, but the number is accepted. */ readonly warning: string | null
    }
  | { readonly ok: false; readonly message: string }

/**
 * Checks the resident number of a person or the registration number of a corporation. A wrong birth
 * date or type digit is an error, a wrong check digit only a warning, because numbers issued since
 * October 2020 have none. A corporation's number is public and shown in full, so a number that can
 * only be a person's is refused there.
 */
export function checkPersonNumber(kind: PartyKind, text: string): CheckedPersonNumber {
  const digits = keepDigits(text)
  if (/[^\d\s-]/.test(normalizeNumber(text)) || digits.length !== 13)
    return { ok: false, message: `${personNumberNames[kind]}는 숫자 13자리입니다.` }
  return kind === 'person' ? checkPerson(digits) : checkCorporation(digits)
}

/** The kind of party a number belongs to; `fallback` when the digits leave it open. */
export function detectPersonNumberKind(text: string, fallback: PartyKind): PartyKind {
  return classifyNumberOwner(keepDigits(text)) ?? fallback
}

export const personNumberNames: Readonly<Record<PartyKind, string>> = {
  person: '주민등록번호',
  corporation: '법인등록번호',
}

/** `900101-1234567`. */
export function formatPersonNumber(digits: string): string {
  return `${digits.slice(0, 6)}-${digits.slice(6)}`
}

/** The publicly visible form: `900101-1******`; a corporation's number in full. */
export function maskPersonNumber(kind: PartyKind, digits: string): string {
  return kind === 'corporation' ? formatPersonNumber(digits) : `${formatPersonNumber(digits.slice(0, 7))}******`
}

/** The typed digits with a hyphen after the sixth; other characters are dropped. */
export function formatTypedPersonNumber(text: string): string {
  const digits = keepDigits(text).slice(0, 13)
  return digits.length > 6 ? formatPersonNumber(digits) : digits
}

export function keepDigits(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '')
}

function checkPerson(digits: string): CheckedPersonNumber {
  if (!isBirthday(digits))
    return {
      ok: false,
      message: '생년월일(앞 여섯 자리)이나 일곱째 자리가 맞지 않습니다. 주민등록번호를 확인해 주세요.',
    }
  return { ok: true, digits, warning: fitsPerson(digits) ? null : doubtfulCheckDigit }
}

function checkCorporation(digits: string): CheckedPersonNumber {
  const error = findResidentNumberError(`법인등록번호 ${formatPersonNumber(digits)}`)
  if (error !== null) return { ok: false, message: '주민등록번호로 보입니다. 구분을 개인으로 바꾸고 입력해 주세요.' }
  return { ok: true, digits, warning: fitsCorporation(digits) ? null : doubtfulCheckDigit }
}

const doubtfulCheckDigit =
  '검증 숫자가 맞지 않습니다. 잘못 적지 않았는지 확인해 주세요. (2020년 10월 이후에 받은 번호는 맞지 않을 수 있습니다.)'
