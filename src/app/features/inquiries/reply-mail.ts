import { buildContactLink } from '#app/ui/display/contact-link.ts'
import { getOffice } from '#app/ui/office/office-profile.ts'
import { toOfficeMoment } from '#domain/dates/office-moment.ts'
import { getOfficeTitle } from '#domain/office/office-texts.ts'

interface QuotedInquiry {
  readonly name: string
  readonly subject: string
  readonly message: string
  readonly email: string | null
  readonly received_at: string | null
}

/**
 * Every mail program accepts this length; Windows passes on 2,048 characters. A Hangul character
 * takes nine of them, so long messages are truncated.
 */
const maxLinkLength = 2000

/**
 * `mailto:` link for the answer to an inquiry (RFC 6068): subject `Re: …`, an empty space to write,
 * and the quoted inquiry. Null without an address.
 */
export function buildReplyLink(inquiry: QuotedInquiry): string | null {
  const to = inquiry.email === null ? null : buildContactLink('mailto', inquiry.email)
  if (to === null) return null
  const moment = toOfficeMoment(inquiry.received_at ?? '')
  const receivedText = moment ? `${moment.day.replaceAll('-', '. ')}. ${moment.time}` : ''
  const head = `${to}?subject=${encodeURIComponent(`Re: ${inquiry.subject}`)}&body=`
  const before = `${inquiry.name} 님, 안녕하십니까.\n${getOfficeTitle(getOffice())}입니다.\n\n\n\n----- ${receivedText} 문의 -----\n`
  const quoted = inquiry.message.split(/\r\n|\r|\n/).map((line) => `> ${line}`)
  return head + fitQuotation(before, quoted.join('\n'), maxLinkLength - head.length)
}

/** As much of the quotation as fits, in whole characters, with a note if it is cut. */
function fitQuotation(before: string, quotation: string, room: number): string {
  const url = encodeMail(before + quotation)
  if (url.length <= room) return url
  const end = encodeMail('\n(이하 생략)')
  let text = encodeMail(before)
  for (const character of quotation) {
    const next = encodeMail(character)
    if (text.length + next.length + end.length > room) break
    text += next
  }
  return text + end
}

/** Mail lines end in CR LF. Spaces become %20, because mail programs show + as a plus sign. */
function encodeMail(text: string): string {
  return encodeURIComponent(text.replaceAll('\n', '\r\n'))
}
