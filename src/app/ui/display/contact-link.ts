/** The link for a telephone number or mail address; null when the text is neither. */
export function buildContactLink(kind: 'tel' | 'mailto', text: string): string | null {
  const value = text.trim()
  if (kind === 'mailto')
    return mailPattern.test(value) ? `mailto:${encodeURIComponent(value).replace('%40', '@')}` : null
  const digits = value.replace(/(?!^\+)\D/g, '')
  // Two numbers in one field, or words next to a number, cannot be dialled.
  return telPattern.test(value) && digits.length >= 7 && digits.length <= 16 ? `tel:${digits}` : null
}

const mailPattern = /^[^\s@,;<>"']+@(?:[^\s@,;<>"'.]+\.)+[^\s@,;<>"'.]+$/
const telPattern = /^\+?[\d() .-]+$/

/** Splits a text at its hyphenated telephone numbers; every second piece is a number. */
export function splitTelephones(text: string): string[] {
  return text.split(telephoneInText)
}

/** Not a date, nor a part of an account or case number. */
const telephoneInText = /(?<![\d-])(0\d{1,3}-\d{3,4}-\d{4}|1[568]\d\d-\d{4})(?!-?\d)/
