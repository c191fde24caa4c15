/** A telephone number typed without separators, in the usual groups: 02-1234-5678. */
export function hyphenateTelephone(text: string): string {
  if (!/^\d+$/.test(text)) return text
  const groups = telephoneGroups.find((pattern) => pattern.test(text))
  return groups ? text.replace(groups, '$1-$2-$3').replace(/^-/, '') : text
}

/** A telephone number in the usual groups; one with a country code or of another form stays. */
export function formatTelephone(text: string): string {
  const digits = text.replace(separators, '')
  const grouped = hyphenateTelephone(digits)
  return grouped === digits ? text : grouped
}

/** Whether a number is complete: 9 to 11 digits, a nationwide number, or with a country code. */
export function isCallable(text: string): boolean {
  const digits = text.replace(separators, '')
  return /^\+\d{9,15}$/.test(digits) || hyphenateTelephone(digits) !== digits
}

const separators = /[() .-]/g

/** Seoul; virtual numbers; other areas, mobile and internet telephones; nationwide numbers. */
const telephoneGroups = [
  /^(02)(\d{3,4})(\d{4})$/,
  /^(050\d)(\d{3,4})(\d{4})$/,
  /^(0[1-9]\d)(\d{3,4})(\d{4})$/,
  /^()(1[568]\d\d)(\d{4})$/,
]
