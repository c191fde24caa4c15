import { deviceStorage, parseStoredJson } from '#app/ui/browser/device-storage.ts'
import { inquiryErrors, inquiryFormats, inquiryLimits } from '#contract/books/inquiries.ts'
import { dayMs } from '#contract/dates/day-ms.ts'
import { findResidentNumberError, maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { normalizeNumber } from '#contract/text/normalize-number.ts'
import { isCallable } from '#contract/text/telephone.ts'

/** Texts of the contact form. */
export interface ContactDraft {
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly subject: string
  readonly message: string
}

export type ContactField = keyof ContactDraft | 'consent'
export type ContactErrors = Readonly<Partial<Record<ContactField, string>>>

export const emptyDraft: ContactDraft = { name: '', phone: '', email: '', subject: '', message: '' }

/** In form order; the first field with an error gets the focus. */
export const contactFields: readonly ContactField[] = ['name', 'phone', 'email', 'subject', 'message', 'consent']

const labels = {
  name: '이름을',
  phone: '연락처를',
  email: '이메일을',
  subject: '제목을',
  message: '문의 내용을',
} as const

/** Errors by field, by the same rules as on the server. */
export function validateContact(draft: ContactDraft, isConsentGiven: boolean): ContactErrors {
  const errors: Partial<Record<ContactField, string>> = {}
  for (const key of ['name', 'subject', 'message'] as const) {
    if (draft[key].trim() === '') errors[key] = `${labels[key]} 입력해 주세요.`
  }
  if (draft.phone.trim() === '' && draft.email.trim() === '') errors.phone = inquiryErrors.reach
  const [phone, email] = [normalizeNumber(draft.phone).trim(), draft.email.trim()]
  if (phone !== '' && !isCallable(phone)) errors.phone = inquiryFormats.phone.error
  if (email !== '' && !inquiryFormats.email.pattern.test(email)) errors.email = inquiryFormats.email.error
  for (const key of ['name', 'phone', 'email', 'subject', 'message'] as const) {
    const numberError = findResidentNumberError(draft[key])
    if (numberError !== null) errors[key] = numberError
    const length = draft[key].normalize('NFC').trim().length
    if (length > inquiryLimits[key]) errors[key] = tooLongText(length, inquiryLimits[key])
  }
  if (!isConsentGiven) errors.consent = inquiryErrors.consent
  return errors
}

function tooLongText(length: number, limit: number): string {
  const count = (value: number) => formatNumber(value)
  return `${count(limit)}자까지 보낼 수 있습니다. 지금 ${count(length)}자입니다.`
}

const draftKey = 'contact_draft'
/** Maximum age of a draft, because it holds personal data. */
const maxDraftAgeMs = 7 * dayMs

/**
 * Stores the draft, so that an update or a closed tab does not lose it; resident numbers are
 * masked. Returns false if storage failed. An empty draft is removed.
 */
export function saveContactDraft(draft: ContactDraft, now: number): boolean {
  const isEmpty = Object.values(draft).every((text) => text === '')
  if (!isEmpty) return deviceStorage.setItem(draftKey, JSON.stringify({ ...maskDraft(draft), at: now }))
  deviceStorage.removeItem(draftKey)
  return true
}

function maskDraft(draft: ContactDraft): ContactDraft {
  return parseContactDraft(
    Object.fromEntries(Object.entries(draft).map(([key, text]) => [key, maskResidentNumbers(text)])),
  )
}

/** The draft of an earlier visit; null if there is none or it is older than a week. */
export function readSavedDraft(now: number): ContactDraft | null {
  const stored = parseStoredJson(deviceStorage.getItem(draftKey))
  if (typeof stored !== 'object' || stored === null || !('at' in stored) || typeof stored.at !== 'number') return null
  if (now - stored.at < maxDraftAgeMs) return parseContactDraft(stored)
  deviceStorage.removeItem(draftKey)
  return null
}

/**
 * `draft` with the form's current texts over it, because visitors can type before the script has
 * loaded. Returns the same `draft` if the form is empty.
 */
export function mergeTyped(draft: ContactDraft, fields: FormData): ContactDraft {
  const typed = parseContactDraft(Object.fromEntries(fields))
  const filledFields = Object.entries(typed).filter(([, text]) => text !== '')
  return filledFields.length === 0 ? draft : { ...draft, ...Object.fromEntries(filledFields) }
}

/** Texts of an inquiry taken back from the queue. */
export function parseQueuedDraft(body: string): ContactDraft {
  const parsedBody: unknown = JSON.parse(body)
  return parseContactDraft(typeof parsedBody === 'object' && parsedBody !== null ? parsedBody : {})
}

function parseContactDraft(fields: object): ContactDraft {
  const text = (key: keyof ContactDraft) => {
    const value: unknown = Reflect.get(fields, key)
    return typeof value === 'string' ? value : ''
  }
  return {
    name: text('name'),
    phone: text('phone'),
    email: text('email'),
    subject: text('subject'),
    message: text('message'),
  }
}
